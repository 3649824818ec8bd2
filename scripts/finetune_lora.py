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
import signal
import sys
from pathlib import Path


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
    columns = set(data["train"].column_names)
    if "messages" not in columns and not {"prompt", "completion"} <= columns:
        sys.exit(f"{folder} is of a format that is not fine-tuned on here: give chat, repair or completion")
    return data


def load_model(name: str, four_bit: str):
    """Model and tokeniser; in 4 bits where there is a GPU and the library for it."""
    import importlib.util

    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    on_gpu = torch.cuda.is_available()
    options: dict = {"dtype": torch.bfloat16 if on_gpu else torch.float32}
    quantised = four_bit == "auto" and on_gpu and importlib.util.find_spec("bitsandbytes") is not None
    if quantised:
        from transformers import BitsAndBytesConfig

        options["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=torch.bfloat16
        )
    if on_gpu:
        options["device_map"] = "auto"
    tokenizer = AutoTokenizer.from_pretrained(name)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return AutoModelForCausalLM.from_pretrained(name, **options), tokenizer, quantised


def make_reporter():
    from transformers import TrainerCallback

    class Reporter(TrainerCallback):
        """Tells each step; asks the trainer to save and stop when the process is told to end."""

        stopped = False

        def on_train_begin(self, args, state, control, **_):
            def stop(*_):
                Reporter.stopped = True

            signal.signal(signal.SIGINT, stop)
            signal.signal(signal.SIGTERM, stop)

        def on_step_end(self, args, state, control, **_):
            if Reporter.stopped:
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
    data = load_data(args.data)
    model, tokenizer, quantised = load_model(args.model, args.four_bit)
    reporter = make_reporter()
    trainer = make_trainer(args, data, model, tokenizer, reporter)
    from transformers.trainer_callback import PrinterCallback
    from transformers.trainer_utils import get_last_checkpoint

    trainer.remove_callback(PrinterCallback)

    checkpoints = args.out / "checkpoints"
    last = get_last_checkpoint(str(checkpoints)) if checkpoints.is_dir() else None
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
