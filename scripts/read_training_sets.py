"""Loads training sets of `codergen export` with the packages that will read them, and compares what they got.

`python scripts/read_training_sets.py runs/first/training [--parquet FOLDER] [--steps N]`

Every row of every format and split is read from its JSON Lines as plain JSON; each reader has to give as many rows with
the same texts. Readers: `datasets`; TRL's trainers with PEFT and a tiny random model (N training steps); LLaMA-Factory's
own parser and converter; Axolotl's schema and prompt strategies; the arguments that Unsloth's loader has; for OpenAI's
files the documented rules and the request schema of the `openai` package. A reader that is not installed is named as
skipped. Prints one JSON object; exit code 1 when something differs.
"""

import argparse
import ast
import contextlib
import importlib
import importlib.util
import json
import os
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from training_rows import Differs, check, json_lines, texts, turns_of

SPLITS = ("train", "validation", "test")
os.environ.update(DISABLE_VERSION_CHECK="1", HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1", TOKENIZERS_PARALLELISM="false")


def read_datasets(folder, rows, options):
    from datasets import load_dataset

    def compare(kind, files):
        with tempfile.TemporaryDirectory() as cache:
            for split, path in files.items():
                read = list(load_dataset(kind, data_files=str(path), split="train", cache_dir=cache))
                check(read == rows[split], f"{kind}, {split}: {len(read)} rows, other contents")

    compare("json", {split: folder / f"{split}.jsonl" for split in rows})
    if options.parquet is not None and (options.parquet / folder.name).is_dir():
        compare("parquet", {split: options.parquet / folder.name / f"{split}.parquet" for split in rows})
        return "json and parquet"
    return "json"


def read_trl(folder, rows, options):
    from datasets import load_dataset
    from peft import LoraConfig
    from transformers import AutoModelForCausalLM, AutoTokenizer
    from trl import DPOConfig, DPOTrainer, SFTConfig, SFTTrainer

    name = folder.name
    if name in ("quadruplets", "openai-preference"):
        return None
    tokenizer = AutoTokenizer.from_pretrained(options.model)
    with tempfile.TemporaryDirectory() as out:
        data = load_dataset("json", data_files=str(folder / "train.jsonl"), split="train", cache_dir=out)
        if name == "sharegpt":
            data = data.map(lambda row: {"messages": turns_of(name, row)}, remove_columns=["conversations"])
        if name == "alpaca":
            data = data.map(
                lambda row: {"messages": turns_of(name, row)},
                remove_columns=["instruction", "input", "output", "system"],
            )
        kind, config = (DPOTrainer, DPOConfig) if name == "preference" else (SFTTrainer, SFTConfig)
        settings = config(
            output_dir=out, max_steps=options.steps, per_device_train_batch_size=1, report_to=[], use_cpu=True,
            max_length=None, disable_tqdm=True, save_strategy="no",
        )
        trainer = kind(
            model=AutoModelForCausalLM.from_pretrained(options.model), args=settings, train_dataset=data,
            processing_class=tokenizer, peft_config=LoraConfig(r=2, target_modules=["q_proj"], task_type="CAUSAL_LM"),
        )
        prepared = trainer.train_dataset
        check(len(prepared) == len(rows["train"]), f"{len(prepared)} of {len(rows['train'])} rows prepared")
        for row, got in zip(rows["train"], prepared):
            ids = [key for key in got if key.endswith("_ids") and "mask" not in key]
            decoded = " ".join(tokenizer.decode(got[key]) for key in ids)
            wanted = texts(row if name == "preference" else turns_of(name, row))
            roles = {"system", "user", "assistant"}
            lost = [text for text in wanted if text not in roles and text.strip() not in decoded]
            check(not lost, f"a text is not in the prepared tokens: {lost[0][:80] if lost else ''!r}")
        if options.steps > 0:
            check(trainer.train().training_loss > 0, "no loss")
    return f"{kind.__name__} with PEFT, {options.steps} steps"


def read_llamafactory(folder, rows, options):
    info = folder / "configs" / "dataset_info.json"
    if not info.exists():
        return None
    from llamafactory.data.loader import _load_single_dataset
    from llamafactory.data.parser import get_dataset_list
    from llamafactory.hparams import DataArguments, FinetuningArguments, ModelArguments, TrainingArguments
    from transformers import HfArgumentParser
    import yaml

    config = yaml.safe_load((folder / "configs" / "llamafactory.yaml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as out:
        config.update(model_name_or_path=str(options.model), output_dir=out)
        kinds = (ModelArguments, DataArguments, TrainingArguments, FinetuningArguments)
        HfArgumentParser(kinds).parse_dict(config)  # an unknown key is an error
        names = {"train": config["dataset"], "validation": config.get("eval_dataset")}
        data = SimpleNamespace(
            dataset_dir=str(folder / "configs"), streaming=False, max_samples=None, preprocessing_num_workers=None,
            overwrite_cache=True, media_dir=out,
        )
        for split, dataset in names.items():
            check((dataset is not None) == (split in rows), f"{split} is not named")
            if dataset is None:
                continue
            (attributes,) = get_dataset_list([dataset], data.dataset_dir)
            read = _load_single_dataset(
                attributes, SimpleNamespace(cache_dir=out, hf_hub_token=None), data,
                SimpleNamespace(local_process_index=0, dataloader_num_workers=0),
            )
            check(len(read) == len(rows[split]), f"{split}: {len(read)} of {len(rows[split])} rows")
            for row, got in zip(rows[split], read):
                system = [{"role": "system", "content": got["_system"]}] if got["_system"] else []
                check([*system, *got["_prompt"], *got["_response"]] == turns_of(folder.name, row), f"{split}: other turns")
    return "arguments, dataset_info.json, converter"


def read_axolotl(folder, rows, options):
    path = folder / "configs" / "axolotl.yaml"
    if not path.exists():
        return None
    import importlib

    import yaml
    from axolotl import prompt_strategies
    from axolotl.utils.config import validate_config
    from axolotl.utils.dict import DictDefault
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(options.model)
    given = yaml.safe_load(path.read_text("utf-8"))
    given["base_model"] = str(options.model)
    config = validate_config(DictDefault(given))
    strange = set(given) - set(config)
    check(not strange, f"keys that the schema does not keep: {sorted(strange)}")
    sources = [("train", config["datasets"]), ("validation", config.get("test_datasets") or [])]
    for split, (source, *more) in [(split, list(found)) for split, found in sources if found]:
        check(not more and (folder / source["path"]) == folder / f"{split}.jsonl", f"{split}: other files")
        if given.get("rl") == "dpo":
            module, function = source["type"].rsplit(".", 1)
            load = getattr(importlib.import_module(f"axolotl.prompt_strategies.dpo.{module}"), function)
            transform, _ = load(config)
            read = [" ".join(transform(dict(row), tokenizer=tokenizer).values()) for row in rows[split]]
        else:
            kind = source["type"]
            strategy = (
                prompt_strategies.load(kind, tokenizer, config, source)
                if isinstance(kind, str)
                else prompt_strategies.load("user_defined", tokenizer, config, dict(kind))
            )
            check(strategy is not None, f"no strategy {kind}")
            read = [tokenizer.decode(strategy.tokenize_prompt(dict(row))["input_ids"]) for row in rows[split]]
        check(len(read) == len(rows[split]), f"{split}: {len(read)} of {len(rows[split])} rows")
        for row, got in zip(rows[split], read):
            wanted = texts(row if folder.name == "preference" else turns_of(folder.name, row))
            roles = {"system", "user", "assistant"}
            lost = [text for text in wanted if text not in roles and text.strip() not in got]
            check(not lost, f"{split}: a text is not in the prompt: {lost[0][:80] if lost else ''!r}")
    return "schema, prompt strategy"


def read_unsloth(folder, rows, options):
    path = folder / "configs" / "unsloth.yaml"
    if not path.exists():
        return None
    import trl
    import yaml

    root = Path(importlib.util.find_spec("unsloth").origin).parent / "models"
    config = yaml.safe_load(path.read_text("utf-8"))

    def arguments(file, function):
        tree = ast.parse((root / file).read_text("utf-8"))
        found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function]
        return {argument.arg for node in found for argument in [*node.args.args, *node.args.kwonlyargs]}

    for key, file, function in (("model", "loader.py", "from_pretrained"), ("lora", "llama.py", "get_peft_model")):
        strange = set(config[key]) - arguments(file, function)
        check(not strange, f"{function} has no {sorted(strange)}")
    trainer = getattr(trl, config["trainer"].replace("Trainer", "Config"))
    with tempfile.TemporaryDirectory() as out:
        trainer(**{**config["training"], "output_dir": out}, use_cpu=True)
    check(set(config["data_files"]) == set(rows) - {"test"}, "other files")
    return "arguments of its source, TRL's config"


def read_openai(folder, rows, options):
    """Rules of the fine-tuning guide: only known keys, texts that are not empty, the assistant last, ten rows or more."""
    name = folder.name
    if name not in ("chat", "repair", "openai-preference"):
        return None

    def conversation(messages, roles, last):
        check(messages and messages[-1]["role"] == last, f"the last message is not of {last}")
        for place, message in enumerate(messages):
            check(set(message) == {"role", "content"} and message["content"].strip(), "an empty or strange message")
            check(message["role"] in roles and (message["role"] != "system" or place == 0), "a strange role")

    for row in [row for split in rows.values() for row in split]:
        if name == "openai-preference":
            check(set(row) == {"input", "preferred_output", "non_preferred_output"}, "strange keys")
            check(set(row["input"]) == {"messages"}, "strange keys of input")
            conversation(row["input"]["messages"], ("system", "user"), "user")
            for key in ("preferred_output", "non_preferred_output"):
                conversation(row[key], ("assistant",), "assistant")
                check(len(row[key]) == 1, "more than one answer")
        else:
            check(set(row) == {"messages"}, "strange keys")
            conversation(row["messages"], ("system", "user", "assistant"), "assistant")
    job = folder / "configs" / "openai.json"
    check(job.exists() == (len(rows["train"]) >= 10), "a job for fewer than ten rows, or none for more")
    if not job.exists():
        return "rules"
    from openai.types.fine_tuning import job_create_params
    from pydantic import ConfigDict, TypeAdapter

    params = job_create_params.JobCreateParams
    params.__pydantic_config__ = ConfigDict(extra="forbid")
    TypeAdapter(params).validate_python(json.loads(job.read_text("utf-8")))
    return "rules, request schema"


READERS = {
    "datasets": (read_datasets, ["datasets"]),
    "trl": (read_trl, ["trl", "peft", "datasets", "torch"]),
    "llamafactory": (read_llamafactory, ["llamafactory"]),
    "axolotl": (read_axolotl, ["axolotl"]),
    "unsloth": (read_unsloth, ["unsloth", "trl"]),
    "openai": (read_openai, ["openai"]),
}


def counted(folder):
    """Rows by split, which have to be those of stats.json and index.jsonl."""
    rows = {split: json_lines(folder / f"{split}.jsonl") for split in SPLITS if (folder / f"{split}.jsonl").exists()}
    stats = json.loads((folder / "stats.json").read_text("utf-8"))["rows"]
    index = json_lines(folder / "index.jsonl")
    for split in SPLITS:
        lines = [entry["line"] for entry in index if entry["split"] == split]
        check(stats[split] == len(rows.get(split, [])) == len(lines), f"{split}: other counts in stats.json or index.jsonl")
        check(lines == list(range(len(lines))), f"{split}: the index is not in order")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("training", type=Path, help="folder that `codergen export --format …` wrote")
    parser.add_argument("--parquet", type=Path, help="folder with the same formats as Parquet")
    parser.add_argument("--steps", type=int, default=0, help="training steps with the tiny model")
    options = parser.parse_args()
    folders = [folder for folder in sorted(options.training.iterdir()) if (folder / "train.jsonl").exists()]
    result = {"formats": {}, "skipped": [], "differs": []}
    with tempfile.TemporaryDirectory() as model:
        options.model = Path(model)
        installed = {name: all(importlib.util.find_spec(part) for part in parts) for name, (_, parts) in READERS.items()}
        result["skipped"] = [name for name, here in installed.items() if not here]
        if importlib.util.find_spec("torch") and (options.training / "chat").is_dir():
            sys.path.insert(0, str(Path(__file__).parent))
            make = importlib.import_module("tiny-model").make
            with contextlib.redirect_stdout(sys.stderr):
                make(options.training / "chat" / "train.jsonl", model)
        for folder in folders:
            rows = counted(folder)
            told = {"rows": {split: len(found) for split, found in rows.items()}}
            for name, (read, _) in READERS.items():
                if not installed[name]:
                    continue
                try:
                    with contextlib.redirect_stdout(sys.stderr):
                        proof = read(folder, rows, options)
                    told[name] = proof or "not for this format"
                except Exception as error:  # every reader has errors of its own
                    told[name] = f"differs: {type(error).__name__}: {error}"
                    result["differs"].append(f"{folder.name}: {name}")
            result["formats"][folder.name] = told
    print(json.dumps(result, indent=2))
    return 1 if result["differs"] else 0


if __name__ == "__main__":
    sys.exit(main())
