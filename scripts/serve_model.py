"""Serves a causal language model, and the same with a LoRA adapter, over chat completions on the loopback address.

`serve_model.py --model BASE [--adapter FOLDER]` offers the models `base` and, with an adapter, `adapted`; the weights
are in memory once. Chats are put in the tokeniser's chat template; without one (or with --plain) their texts are given
as they are, with a blank line between. Needs torch and transformers, for an adapter peft.
"""

from __future__ import annotations

import argparse
import sys
from typing import Sequence

from base_model import load_model
from chat_server import Answer, Refusal, Sampling, serve


class LocalModel:
    def __init__(self, name: str, adapter: str | None, *, four_bit: str, plain: bool):
        import torch

        self.torch = torch
        torch.seed()  # by default every process draws the same
        self.model, self.tokenizer, self.four_bit = load_model(name, four_bit)
        if adapter is not None:
            from peft import PeftModel

            self.model = PeftModel.from_pretrained(self.model, adapter)
        self.model.eval()
        self.has_adapter = adapter is not None
        self.tokenizer.padding_side = "left"
        self.plain = plain or self.tokenizer.chat_template is None
        self.room = getattr(self.model.config, "max_position_embeddings", None)
        self.ends = self.end_tokens()

    def end_tokens(self) -> set[int]:
        found = self.model.generation_config.eos_token_id
        listed = [] if found is None else found if isinstance(found, list) else [found]
        own = self.tokenizer.eos_token_id
        return {*listed, *([] if own is None else [own])}

    def tokens_of(self, messages: list) -> list[int]:
        if self.plain:
            return self.tokenizer("\n\n".join(message["content"] for message in messages))["input_ids"]
        text = self.tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def answer(self, name: str, chats: Sequence[list], sampling: Sampling) -> list:
        prompts = [self.prepared(messages) for messages in chats]
        results: list = [prompt if isinstance(prompt, Refusal) else None for prompt in prompts]
        fitting = [index for index, prompt in enumerate(prompts) if results[index] is None and self.fits(prompt, sampling)]
        alone = [index for index, result in enumerate(results) if result is None and index not in fitting]
        for group in [fitting, *([index] for index in alone)]:
            if group:
                answers = self.generate(name, [prompts[index] for index in group], sampling)
                for index, answer in zip(group, answers):
                    results[index] = answer
        return results

    def prepared(self, messages: list):
        try:
            tokens = self.tokens_of(messages)
        except Exception as error:  # a template that knows no system message, for instance
            return Refusal(f"the chat template refuses these messages: {error}", param="messages")
        if self.room is not None and len(tokens) >= self.room:
            return Refusal(
                f"the messages have {len(tokens)} tokens, the model takes {self.room}", code="context_length_exceeded", param="messages"
            )
        return tokens

    def fits(self, tokens: list[int], sampling: Sampling) -> bool:
        return self.room is None or len(tokens) + sampling.max_tokens <= self.room

    def generate(self, name: str, prompts: list, sampling: Sampling) -> list[Answer]:
        """Answers of one batch; halved when memory does not hold it."""
        try:
            return self.generate_once(name, prompts, sampling)
        except self.torch.OutOfMemoryError:
            if len(prompts) == 1:
                raise
        self.torch.cuda.empty_cache()
        half = len(prompts) // 2
        return [*self.generate(name, prompts[:half], sampling), *self.generate(name, prompts[half:], sampling)]

    def generate_once(self, name: str, prompts: list, sampling: Sampling) -> list[Answer]:
        torch = self.torch
        longest = max(map(len, prompts))
        batch = self.tokenizer.pad({"input_ids": prompts}, padding=True, return_tensors="pt").to(self.model.device)
        most = sampling.max_tokens if self.room is None else min(sampling.max_tokens, self.room - longest)
        how: dict = {"max_new_tokens": most, "pad_token_id": self.tokenizer.pad_token_id, "eos_token_id": sorted(self.ends) or None}
        if sampling.temperature > 0:
            how.update(do_sample=True, temperature=sampling.temperature, top_p=max(sampling.top_p, 1e-6), top_k=0)
        else:
            how.update(do_sample=False, temperature=None, top_p=None, top_k=None)
        if sampling.stop:
            how.update(stop_strings=list(sampling.stop), tokenizer=self.tokenizer)
        if sampling.seed is not None:
            torch.manual_seed(sampling.seed)
        with torch.inference_mode(), self.without_adapter(name):
            rows = self.model.generate(**batch, **how)
        return [self.read(prompt, row[longest:].tolist(), sampling) for prompt, row in zip(prompts, rows)]

    def without_adapter(self, name: str):
        import contextlib

        return self.model.disable_adapter() if self.has_adapter and name == "base" else contextlib.nullcontext()

    def read(self, prompt: list[int], made: list[int], sampling: Sampling) -> Answer:
        end = next((place for place, token in enumerate(made) if token in self.ends), None)
        kept = made if end is None else made[:end]
        text = self.tokenizer.decode(kept, skip_special_tokens=True)
        stops = [place for place in map(text.find, sampling.stop) if place >= 0]
        reason = "stop" if end is not None or stops else "length"
        counted = len(made) if end is None else end + 1
        return Answer(text[: min(stops)] if stops else text, reason, len(prompt), counted)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="base model: a folder, or a name of the Hub")
    parser.add_argument("--adapter", help="folder of a LoRA adapter")
    parser.add_argument("--plain", action="store_true", help="no chat template: texts as they are")
    parser.add_argument("--four-bit", choices=["auto", "never"], default="auto", help="auto: on a GPU with bitsandbytes")
    parser.add_argument("--batch-size", type=int, default=8, help="answers made at one time")
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1 (any that is free)")
    parser.add_argument("--socket", help="path of a Unix socket, instead of a port")
    parser.add_argument("--end-with-input", action="store_true", help="end when standard input ends")
    return parser.parse_args()


def main() -> int:
    args = parse_arguments()
    local = LocalModel(args.model, args.adapter, four_bit=args.four_bit, plain=args.plain)
    serve(
        local.answer,
        ["base", "adapted"] if args.adapter else ["base"],
        batch_size=args.batch_size,
        port=args.port,
        path=args.socket,
        until_input_ends=args.end_with_input,
        facts={"device": str(local.model.device), "four_bit": local.four_bit, "chat_template": not local.plain},
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
