"""A tiny language model with random weights and a tokeniser of its own, for trying the fine-tuning without a download.

`tiny-model.py make TRAIN.JSONL FOLDER` makes one whose tokeniser knows the texts of a chat training set;
`tiny-model.py recite FOLDER ADAPTER TRAIN.JSONL` prints how many answers it gives word for word with an adapter.
"""

import json
import sys


def read_chats(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line)["messages"] for line in lines if line.strip()]


def make(path, folder):
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    special = ["<|pad|>", "<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=512, special_tokens=special, initial_alphabet=alphabet)
    inner.train_from_iterator([message["content"] for chat in read_chats(path) for message in chat], trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<|end|>", pad_token="<|pad|>")
    tokenizer.chat_template = (
        "{% for m in messages %}<|{{ m['role'] }}|>{{ m['content'] }}<|end|>{% endfor %}"
        "{% if add_generation_prompt %}<|assistant|>{% endif %}"
    )
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=128, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=4, max_position_embeddings=2048, bos_token_id=None, eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    LlamaForCausalLM(config).save_pretrained(folder)


def recite(folder, adapter, path):
    from peft import PeftModel
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(adapter)
    model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(folder), adapter).eval()
    right = 0
    for *question, answer in read_chats(path):
        asked = tokenizer.apply_chat_template(question, add_generation_prompt=True, return_tensors="pt", return_dict=True)
        said = model.generate(**asked, max_new_tokens=200, do_sample=False)[0][asked["input_ids"].shape[1] :]
        right += tokenizer.decode(said, skip_special_tokens=True).strip() == answer["content"].strip()
    print(right)


if __name__ == "__main__":
    {"make": make, "recite": recite}[sys.argv[1]](*sys.argv[2:])
