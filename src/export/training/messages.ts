/** The questions and answers that all formats are made of. */
import type { ChatMessage } from "../../contracts/model.ts";
import type { Prompt } from "../../contracts/prompt.ts";
import type { TrainingFailure, TrainingTask } from "../../contracts/training.ts";
import { renderPrompt } from "../../prompt/render-prompt.ts";

/** How questions are written. */
export interface Wording {
  readonly instruction: Prompt;
  readonly repair: Prompt;
  /** Replaces the prompts' own system message; empty for none, null to leave it. */
  readonly system: string | null;
}

/** System message (where there is one) and question of a task. */
export function questionOf(task: TrainingTask, wording: Wording): ChatMessage[] {
  const { instruction, functionName } = task;
  const requirements = task.requirements.length === 0 ? "the standard library" : task.requirements.join(", ");
  return worded(wording, wording.instruction, { instruction, functionName, requirements });
}

/** System message and question of a failure. */
export function repairQuestionOf(
  { task, broken, failure }: TrainingFailure,
  wording: Wording,
): ChatMessage[] {
  const { instruction, functionName } = task;
  return worded(wording, wording.repair, { instruction, functionName, code: broken.trim(), failure });
}

/** A program as an answer. */
export function answerOf(code: string): string {
  return `\`\`\`python\n${code.trim()}\n\`\`\``;
}

/** What is wrong, then the program that is right. */
export function repairAnswerOf({ analysis, fixed }: TrainingFailure): string {
  if (analysis === null) return answerOf(fixed);
  const line =
    analysis.line === null
      ? ""
      : ` Line ${analysis.line} is to blame: \`${analysis.lineText?.trim() ?? ""}\`.`;
  const advice = analysis.suggestions.map((suggestion) => `- ${suggestion}`).join("\n");
  return `${analysis.cause}${line}\n${advice === "" ? "" : `\n${advice}\n`}\n${answerOf(fixed)}`;
}

function worded(wording: Wording, prompt: Prompt, known: Readonly<Record<string, string>>): ChatMessage[] {
  const values = Object.keys(prompt.inputs).map((name) => [name, known[name] ?? ""]);
  const messages = renderPrompt(prompt, Object.fromEntries(values));
  const system = wording.system ?? messages.find(({ role }) => role === "system")?.content ?? "";
  const others = messages.filter(({ role }) => role !== "system");
  return system.trim() === "" ? others : [{ role: "system", content: system }, ...others];
}
