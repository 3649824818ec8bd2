/** The card of an adapter: what it was trained on and how, and how to load it. */
import { stringify } from "yaml";
import type { FinetuneSummary } from "../../contracts/finetune.ts";

/** README.md beside the adapter. */
export function adapterCard({
  options,
  steps,
  firstLoss,
  lastLoss,
  dataHash,
  toolkitVersion,
}: FinetuneSummary): string {
  const metadata = {
    base_model: options.model,
    library_name: "peft",
    pipeline_tag: "text-generation",
    tags: ["lora", "code-generation", "codergen"],
  };
  return `---
${stringify(metadata).trimEnd()}
---

# LoRA adapter for ${options.model}

Trained by codergen ${toolkitVersion} on \`${options.data.split("/").slice(-2).join("/")}\` (SHA-256 of train.jsonl \`${dataHash}\`).

| setting | value |
| --- | --- |
| rank, alpha, dropout | ${options.rank}, ${options.alpha}, ${options.dropout} |
| learning rate | ${options.learningRate} |
| batch size, gradient accumulation | ${options.batchSize}, ${options.gradientAccumulation} |
| steps | ${steps} |
| loss, first and last | ${firstLoss.toFixed(4)}, ${lastLoss.toFixed(4)} |
| modules trained whole | ${options.trainModules.join(", ") || "none"} |
| seed | ${options.seed} |

\`\`\`python
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(${JSON.stringify(options.model)}), "adapter")
tokenizer = AutoTokenizer.from_pretrained("adapter")
\`\`\`
`;
}
