"""Loads a causal language model and its tokeniser: on a GPU where there is one, and in 4 bits where that can be."""

from __future__ import annotations

import importlib.util


def load_model(name: str, four_bit: str = "auto"):
    """Model, tokeniser, and whether it is in 4 bits ("auto": on a GPU with bitsandbytes; "never")."""
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
