"""LoRA fine-tuning on a training set of `codergen export`, with PEFT and TRL, on a GPU or the CPU.

`python finetune_lora.py --data runs/first/training/chat --model MODEL --out adapter`

Reads train.jsonl (and validation.jsonl) with `messages` or `prompt` and `completion`. Prints one JSON object a line:
what it starts with, each logged step with its loss, each checkpoint, and the end. A run that was interrupted goes on
from its last checkpoint when started again with the same arguments; SIGINT and SIGTERM save one first. The defaults are
the recipe of AICoderEval's fine-tuning (rank 8, alpha 32, learning rate 1e-4, batch size 4, 3 epochs).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
from pathlib import Path

from base_model import load_model
from end_with_input import end_with_input

SPEAKERS = {"system": "system", "human": "user", "gpt": "assistant"}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of one training format")
    parser.add_argument("--model", required=True, help="base model: a folder, or a name of the Hub")
    parser.add_argument("--out", type=Path, required=True, help="where adapter, checkpoints and card go")
    parser.add_argument("--rank", type=int, default=8)
    parser.add_argument("--alpha", type=int, default=32)
    parser.add_argument("--dropout", type=float, default=0.05)
    parser.add_argument("--learning-rate", type=float, default=1e-4)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--gradient-accumulation", type=int, default=4)
    parser.add_argument("--epochs", type=float, default=3)
    parser.add_argument("--max-steps", type=int, default=-1, help="instead of epochs")
    parser.add_argument("--max-length", type=int, default=2048, help="tokens of an example; longer ones are cut")
    parser.add_argument("--target-modules", default="all-linear", help="comma-separated names, or all-linear")
    parser.add_argument("--train-modules", default="", help="comma-separated modules that are trained whole, such as lm_head")
    parser.add_argument("--four-bit", choices=["auto", "never"], default="auto", help="auto: on a GPU with bitsandbytes")
    parser.add_argument("--save-steps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--end-with-input", action="store_true", help="save a checkpoint and stop when standard input ends")
    return parser.parse_args()


def say(kind: str, **facts: object) -> None:
    print(json.dumps({"type": kind, **facts}), flush=True)


def load_data(folder: Path):
    """Splits that are there; only what the trainer reads."""
    from datasets import load_dataset

    found = {name: str(folder / f"{name}.jsonl") for name in ("train", "validation") if (folder / f"{name}.jsonl").exists()}
    if "train" not in found:
        sys.exit(f"{folder} has no train.jsonl: give the folder of one format of `codergen export`")
    data = load_dataset("json", data_files=found)
    if data["train"].column_names == ["conversations"]:
        data = data.map(as_messages, remove_columns=["conversations"])
    columns = set(data["train"].column_names)
    if "messages" not in columns and not {"prompt", "completion"} <= columns:
        sys.exit(f"{folder} is of a format that is not fine-tuned on here: give chat, sharegpt, repair or completion")
    return data


def as_messages(row: dict) -> dict:
    """A conversation of ShareGPT's form in that of chat."""
    said = row["conversations"]
    return {"messages": [{"role": SPEAKERS[turn["from"]], "content": turn["value"]} for turn in said]}


def last_checkpoint(folder: Path) -> str | None:
    """The newest checkpoint that was written to its end; one that was cut short is removed."""
    def step(path: Path) -> int:
        return int(path.name.rpartition("-")[2])

    for path in sorted(folder.glob("checkpoint-*"), key=step, reverse=True):
        try:
            json.loads((path / "trainer_state.json").read_text())  # the trainer writes it last
            return str(path)
        except (OSError, ValueError):
            shutil.rmtree(path)
    return None


def make_reporter():
    from transformers import TrainerCallback

    class Reporter(TrainerCallback):
        """Tells each step; asks the trainer to save and stop when the process is told to end."""

        begun = stopped = False

        def end(self, *_):
            if not self.begun:
                os._exit(130)  # nothing to save yet
            self.stopped = True

        def on_train_begin(self, args, state, control, **_):
            self.begun = True
            signal.signal(signal.SIGINT, self.end)
            signal.signal(signal.SIGTERM, self.end)

        def on_step_end(self, args, state, control, **_):
            if self.stopped:
                control.should_save = control.should_training_stop = True

        def on_log(self, args, state, control, logs=None, **_):
            logs = logs or {}
            facts = {name: logs[name] for name in ("loss", "eval_loss", "learning_rate", "epoch") if name in logs}
            if "loss" in facts or "eval_loss" in facts:
                say("step", step=state.global_step, steps=state.max_steps, **facts)

        def on_save(self, args, state, control, **_):
            say("checkpoint", step=state.global_step)

    return Reporter()


def make_trainer(args: argparse.Namespace, data, model, tokenizer, reporter):
    from peft import LoraConfig
    from trl import SFTConfig, SFTTrainer
    import torch

    targets = args.target_modules if args.target_modules == "all-linear" else args.target_modules.split(",")
    lora = LoraConfig(
        r=args.rank,
        lora_alpha=args.alpha,
        lora_dropout=args.dropout,
        target_modules=targets,
        modules_to_save=args.train_modules.split(",") if args.train_modules else None,
        task_type="CAUSAL_LM",
    )
    config = SFTConfig(
        output_dir=str(args.out / "checkpoints"),
        learning_rate=args.learning_rate,
        per_device_train_batch_size=args.batch_size,
        gradient_accumulation_steps=args.gradient_accumulation,
        num_train_epochs=args.epochs,
        max_steps=args.max_steps,
        max_length=args.max_length,
        lr_scheduler_type="cosine",
        logging_steps=1,
        save_steps=args.save_steps,
        save_total_limit=2,
        eval_strategy="epoch" if "validation" in data else "no",
        bf16=torch.cuda.is_available() and torch.cuda.is_bf16_supported(),
        use_cpu=not torch.cuda.is_available(),
        seed=args.seed,
        report_to=[],
        disable_tqdm=True,
    )
    return SFTTrainer(
        model=model,
        args=config,
        train_dataset=data["train"],
        eval_dataset=data.get("validation"),
        processing_class=tokenizer,
        peft_config=lora,
        callbacks=[reporter],
    )


def main() -> int:
    args = parse_arguments()
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    reporter = make_reporter()
    if args.end_with_input:
        end_with_input(reporter.end)
    data = load_data(args.data)
    model, tokenizer, quantised = load_model(args.model, args.four_bit)
    trainer = make_trainer(args, data, model, tokenizer, reporter)
    from transformers.trainer_callback import PrinterCallback

    trainer.remove_callback(PrinterCallback)

    checkpoints = args.out / "checkpoints"
    last = last_checkpoint(checkpoints)
    trained = sum(weights.numel() for weights in trainer.model.parameters() if weights.requires_grad)
    say(
        "start",
        examples={name: len(rows) for name, rows in data.items()},
        device=str(trainer.args.device),
        four_bit=quantised,
        trained_parameters=trained,
        resumed_from=last and int(last.rpartition("-")[2]),
    )
    trainer.train(resume_from_checkpoint=last)
    if reporter.stopped:
        say("interrupted", step=trainer.state.global_step)
        return 130
    trainer.save_model(str(args.out / "adapter"))
    tokenizer.save_pretrained(str(args.out / "adapter"))
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    say("end", step=trainer.state.global_step, first_loss=losses[0], last_loss=losses[-1])
    return 0


if __name__ == "__main__":
    sys.exit(main())
