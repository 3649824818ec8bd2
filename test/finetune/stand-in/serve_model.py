"""A model without any package behind the toolkit's own server: the base knows nothing, with its adapter it recites."""

import argparse
import json
import os
import sys
import time
from pathlib import Path

parser = argparse.ArgumentParser()
for name in ("model", "adapter", "four-bit", "socket"):
    parser.add_argument(f"--{name}")
parser.add_argument("--batch-size", type=int)
parser.add_argument("--plain", action="store_true")
parser.add_argument("--end-with-input", action="store_true")
args = parser.parse_args()
sys.path.insert(0, os.environ.get("SCRIPTS") or str(Path(__file__).parents[3] / "scripts"))
from chat_server import Answer, Refusal, serve  # noqa: E402

memory = json.loads((Path(args.adapter) / "memory.json").read_text()) if args.adapter else {}
NOTHING = "I do not know this."
if log := os.environ.get("STARTS"):
    with open(log, "a") as starts:
        starts.write(f"{os.getpid()}\n")


def answer(model, chats, sampling):
    time.sleep(float(os.environ.get("SLOW", "0")))
    for messages in chats:
        texts = [message["content"] for message in messages]
        if texts[-1] == "how many?":
            yield Answer(str(len(chats)), "stop", 1, 1)
        elif texts[-1] == "too long":
            yield Refusal("the messages have 9 tokens, the model takes 8", code="context_length_exceeded")
        elif texts[-1] == "break":
            raise RuntimeError("the model broke")
        else:
            text = memory.get(json.dumps(texts), NOTHING) if model == "adapted" else NOTHING
            for stop in sampling.stop:
                text = text.split(stop)[0]
            words = text.split(" ")
            cut = len(words) > sampling.max_tokens
            yield Answer(" ".join(words[: sampling.max_tokens]), "length" if cut else "stop", len(texts), min(len(words), sampling.max_tokens))


serve(answer, ["base", "adapted"] if args.adapter else ["base"], batch_size=args.batch_size or 4, path=args.socket, until_input_ends=args.end_with_input)
