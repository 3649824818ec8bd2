/** Configuration files that trainers take as they are, with the paper's LoRA settings; the base model is the reader's. */
import { stringify } from "yaml";
import recipe from "../../../data/lora-recipe.json" with { type: "json" };
import type { TrainingFormat, TrainingStats } from "../../contracts/training.ts";

export interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

const COMMENT =
  "# Set the base model, then run it in this folder. LoRA settings are those of AICoderEval's fine-tuning.\n";
const LORA_TARGETS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"];

/** Files for Axolotl, LLaMA-Factory, Unsloth and OpenAI, beside the examples; for the formats that each of them reads. */
export function trainerConfigs(stats: TrainingStats): ConfigFile[] {
  const length = stats.packing?.length ?? recipe.maxLength;
  const local = [...axolotl(stats, length), ...llamaFactory(stats, length), ...unsloth(stats, length)];
  return [...local, ...openAi(stats)];
}

const AXOLOTL: Partial<Record<TrainingFormat, object>> = {
  chat: { type: "chat_template", field_messages: "messages" },
  repair: { type: "chat_template", field_messages: "messages" },
  sharegpt: {
    type: "chat_template",
    field_messages: "conversations",
    message_property_mappings: { role: "from", content: "value" },
  },
  alpaca: { type: "alpaca_w_system.load_instruct" },
  preference: {
    type: "chat_template.default",
    field_messages: "prompt",
    field_chosen: "chosen",
    field_rejected: "rejected",
  },
  completion: {
    type: {
      system_prompt: "",
      field_instruction: "prompt",
      field_output: "completion",
      format: "{instruction}",
    },
  },
};

function axolotl({ format, rows }: TrainingStats, length: number): ConfigFile[] {
  const reading = AXOLOTL[format];
  if (reading === undefined) return [];
  const files = (split: string) => [{ path: `${split}.jsonl`, ds_type: "json", split: "train", ...reading }];
  const config = {
    base_model: "SET/ME",
    load_in_4bit: false,
    adapter: "lora",
    ...(format === "preference" && { rl: "dpo" }),
    lora_r: recipe.rank,
    lora_alpha: recipe.alpha,
    lora_dropout: recipe.dropout,
    lora_target_linear: true,
    datasets: files("train"),
    ...(rows.validation > 0 ? { test_datasets: files("validation") } : { val_set_size: 0 }),
    sequence_len: length,
    sample_packing: false,
    micro_batch_size: recipe.batchSize,
    gradient_accumulation_steps: recipe.gradientAccumulation,
    num_epochs: recipe.epochs,
    learning_rate: recipe.learningRate,
    optimizer: "adamw_torch",
    lr_scheduler: "cosine",
    bf16: "auto",
    output_dir: "./adapter",
  };
  return [
    {
      path: "configs/axolotl.yaml",
      text: `${COMMENT}# axolotl train configs/axolotl.yaml\n${stringify(config)}`,
    },
  ];
}

const LLAMA_FACTORY: Partial<Record<TrainingFormat, object>> = {
  chat: openAiColumns(),
  repair: openAiColumns(),
  sharegpt: {
    formatting: "sharegpt",
    columns: { messages: "conversations" },
    tags: {
      role_tag: "from",
      content_tag: "value",
      user_tag: "human",
      assistant_tag: "gpt",
      system_tag: "system",
    },
  },
  alpaca: { columns: { prompt: "instruction", query: "input", response: "output", system: "system" } },
  completion: { columns: { prompt: "prompt", response: "completion" } },
};

function openAiColumns(): object {
  return {
    formatting: "sharegpt",
    columns: { messages: "messages" },
    tags: {
      role_tag: "role",
      content_tag: "content",
      user_tag: "user",
      assistant_tag: "assistant",
      system_tag: "system",
    },
  };
}

function llamaFactory({ format, rows }: TrainingStats, length: number): ConfigFile[] {
  const reading = LLAMA_FACTORY[format];
  if (reading === undefined) return [];
  const present = (["train", "validation"] as const).filter((split) => rows[split] > 0);
  const info = Object.fromEntries(
    present.map((split) => [`codergen_${split}`, { file_name: `../${split}.jsonl`, ...reading }]),
  );
  const config = {
    model_name_or_path: "SET/ME",
    template: "SET_ME",
    stage: "sft",
    do_train: true,
    finetuning_type: "lora",
    lora_rank: recipe.rank,
    lora_alpha: recipe.alpha,
    lora_dropout: recipe.dropout,
    lora_target: "all",
    dataset_dir: "configs",
    dataset: "codergen_train",
    ...(rows.validation > 0 && { eval_dataset: "codergen_validation" }),
    cutoff_len: length,
    per_device_train_batch_size: recipe.batchSize,
    gradient_accumulation_steps: recipe.gradientAccumulation,
    num_train_epochs: recipe.epochs,
    learning_rate: recipe.learningRate,
    lr_scheduler_type: "cosine",
    output_dir: "adapter",
  };
  return [
    { path: "configs/dataset_info.json", text: `${JSON.stringify(info, null, 2)}\n` },
    {
      path: "configs/llamafactory.yaml",
      text: `${COMMENT}# llamafactory-cli train configs/llamafactory.yaml\n${stringify(config)}`,
    },
  ];
}

const UNSLOTH: readonly TrainingFormat[] = ["chat", "completion", "repair", "preference"];

/** Arguments of Unsloth and of the TRL trainer that it wraps, for a script of the reader's own. */
function unsloth({ format, rows }: TrainingStats, length: number): ConfigFile[] {
  if (!UNSLOTH.includes(format)) return [];
  const config = {
    model: { model_name: "SET/ME", max_seq_length: length, load_in_4bit: true },
    lora: {
      r: recipe.rank,
      lora_alpha: recipe.alpha,
      lora_dropout: recipe.dropout,
      target_modules: LORA_TARGETS,
      bias: "none",
    },
    trainer: format === "preference" ? "DPOTrainer" : "SFTTrainer",
    data_files: { train: "train.jsonl", ...(rows.validation > 0 && { validation: "validation.jsonl" }) },
    training: {
      per_device_train_batch_size: recipe.batchSize,
      gradient_accumulation_steps: recipe.gradientAccumulation,
      num_train_epochs: recipe.epochs,
      learning_rate: recipe.learningRate,
      output_dir: "adapter",
    },
  };
  return [
    {
      path: "configs/unsloth.yaml",
      text: `# FastLanguageModel.from_pretrained(**model), FastLanguageModel.get_peft_model(model, **lora), then the trainer.\n${stringify(config)}`,
    },
  ];
}

/** OpenAI takes no training file with fewer examples. */
const OPENAI_LEAST = 10;

/** The body of a fine-tuning job, for the ids that the uploaded files get. */
function openAi({ format, rows }: TrainingStats): ConfigFile[] {
  const method = { chat: "supervised", repair: "supervised", "openai-preference": "dpo" }[format as string];
  if (method === undefined || rows.train < OPENAI_LEAST) return [];
  const job = {
    model: "SET/ME",
    training_file: "file-ID_OF_train.jsonl",
    ...(rows.validation > 0 && { validation_file: "file-ID_OF_validation.jsonl" }),
    method: { type: method, [method]: { hyperparameters: { n_epochs: recipe.epochs } } },
  };
  return [{ path: "configs/openai.json", text: `${JSON.stringify(job, null, 2)}\n` }];
}
