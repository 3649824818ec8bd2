/** The question that puts a task to a model, in one of the styles. */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import type { PromptStyle } from "../contracts/evaluation.ts";
import type { ModelRequest, Sampling } from "../contracts/model.ts";
import type { PromptLibrary } from "../contracts/prompt.ts";
import { renderPrompt } from "../prompt/render-prompt.ts";

const MAX_TEST_CHARS = 8_000;

/** The request for one sample. */
export function questionFor(
  task: EvaluationTask,
  style: PromptStyle,
  how: { readonly prompts: PromptLibrary; readonly sampling: Sampling; readonly sampleIndex: number },
): ModelRequest {
  const prompt = how.prompts.get(`evaluate/${style}`);
  const known: Readonly<Record<string, string>> = {
    instruction: task.instruction,
    functionName: task.functionName,
    code: task.prefix.trimEnd(),
    tests: testsShown(task.judge.tests),
  };
  const values = Object.keys(prompt.inputs).map((name) => [name, known[name] ?? ""]);
  return {
    promptId: prompt.versionedId,
    promptHash: prompt.hash,
    messages: renderPrompt(prompt, Object.fromEntries(values)),
    format: null,
    sampling: how.sampling,
    sampleIndex: how.sampleIndex,
  };
}

/** Long tests (thousands of inputs) would push the task out of the context. */
function testsShown(tests: string): string {
  const text = tests.trim();
  return text.length <= MAX_TEST_CHARS ? text : `${text.slice(0, MAX_TEST_CHARS)}\n# … (the tests go on)`;
}
