"""A training without any package: it learns by writing down. Speaks and behaves as scripts/finetune_lora.py does."""

import argparse
import json
import os
import sys
import threading
import time
from pathlib import Path

parser = argparse.ArgumentParser()
for name in ("data", "model", "out", "four-bit", "train-modules"):
    parser.add_argument(f"--{name}")
for name in ("rank", "alpha", "dropout", "learning-rate", "batch-size", "gradient-accumulation", "epochs", "max-length"):
    parser.add_argument(f"--{name}", type=float)
parser.add_argument("--save-steps", type=int)
parser.add_argument("--seed", type=int)
parser.add_argument("--max-steps", type=int, default=10)
parser.add_argument("--end-with-input", action="store_true")
args = parser.parse_args()
stopped = threading.Event()


def watch():
    while os.read(0, 4096):
        pass
    stopped.set()


def say(kind, **facts):
    print(json.dumps({"type": kind, **facts}), flush=True)


if args.end_with_input:
    threading.Thread(target=watch, daemon=True).start()
rows = [json.loads(line) for line in (Path(args.data) / "train.jsonl").read_text().splitlines()]
out = Path(args.out)
state = out / "checkpoints" / "state.json"
state.parent.mkdir(parents=True, exist_ok=True)
done = json.loads(state.read_text())["step"] if state.exists() else 0
print("a library says something", flush=True)
print("a warning of a library", file=sys.stderr, flush=True)
(out / "pid").write_text(str(os.getpid()))
say("start", examples={"train": len(rows)}, device="cpu", four_bit=False, trained_parameters=len(rows), resumed_from=done or None)
for step in range(done + 1, args.max_steps + 1):
    time.sleep(0.1)
    say("step", step=step, steps=args.max_steps, loss=str(4.0 / step), learning_rate=0.1, epoch=step / 2)
    if step % args.save_steps == 0 or stopped.is_set():
        state.write_text(json.dumps({"step": step}))
        say("checkpoint", step=step)
    if stopped.is_set():
        say("interrupted", step=step)
        sys.exit(130)
memory = {}
for row in rows:
    *question, answer = row["messages"]
    memory[json.dumps([message["content"] for message in question])] = answer["content"]
(out / "adapter").mkdir(exist_ok=True)
(out / "adapter" / "memory.json").write_text(json.dumps(memory))
say("end", step=args.max_steps, first_loss=4.0, last_loss=4.0 / args.max_steps)
