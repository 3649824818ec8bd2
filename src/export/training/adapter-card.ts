/** The card of an adapter: what it was trained on and how, and how to load it. */
import { stringify } from "yaml";
import type { BeforeAfter, FinetuneSummary } from "../../contracts/finetune.ts";

function evaluationSection(evaluation: BeforeAfter): string {
  const { dataset, split, tasks, before, after, comparison, asked } = evaluation;
  const percent = (value: number | null): string => (value === null ? "undefined" : (100 * value).toFixed(1));
  const row = (name: string, of: "srAll" | "srAny" | "passFraction"): string =>
    `| ${name} | ${percent(before[of].value)} | ${percent(after[of].value)} |`;
  const which = split === null ? "" : ` (${split === "all" ? "all splits" : `${split} split`})`;
  return `## Evaluation

${tasks} tasks of ${dataset}${which}, asked ${asked === "as-trained" ? "in the words of the training set" : `in the style ${asked}`}; rates in %.

| | before | after |
| --- | --- | --- |
${row("SR@All", "srAll")}
${row("SR@Any", "srAny")}
${row("mean share of cases passed", "passFraction")}

Solved by the adapter alone: ${comparison.onlySecond.length} tasks; by the base model alone: ${comparison.onlyFirst.length}.
${split === "train" || split === "all" ? "Tasks of the training split are among them: this shows memory, not skill.\n" : ""}`;
}

/** README.md beside the adapter. */
export function adapterCard({
  options,
  steps,
  firstLoss,
  lastLoss,
  dataHash,
  toolkitVersion,
  evaluation,
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
${evaluation === null ? "" : `\n${evaluationSection(evaluation)}`}
\`\`\`python
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(${JSON.stringify(options.model)}), "adapter")
tokenizer = AutoTokenizer.from_pretrained("adapter")
\`\`\`
`;
}
