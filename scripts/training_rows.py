"""Rows of training sets as plain JSON: the texts and turns in them, whatever their format."""

import json


def json_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def texts(value):
    """All texts in a row, in their order."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for item in inner for text in texts(item)]


def turns_of(format_name, row):
    """A row as system message, questions and answers, whatever its format; None where it has no turns."""
    if format_name in ("chat", "repair"):
        return row["messages"]
    if format_name == "sharegpt":
        roles = {"system": "system", "human": "user", "gpt": "assistant"}
        return [{"role": roles[turn["from"]], "content": turn["value"]} for turn in row["conversations"]]
    if format_name == "alpaca":
        system = [{"role": "system", "content": row["system"]}] if row["system"] else []
        asked = [{"role": "user", "content": row["instruction"]}]
        return [*system, *asked, {"role": "assistant", "content": row["output"]}]
    if format_name == "completion":
        return [
            {"role": "user", "content": row["prompt"]},
            {"role": "assistant", "content": row["completion"]},
        ]
    return None


class Differs(Exception):
    """A reader got something else than what is in the file."""


def check(condition, message):
    if not condition:
        raise Differs(message)
