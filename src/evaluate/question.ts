/** The question that puts a task to a model, in one of the styles. */
import type { EvaluationTask } from "../contracts/evaluation-task.ts";
import type { PromptStyle } from "../contracts/evaluation.ts";
import type { ChatMessage, ModelRequest, Sampling } from "../contracts/model.ts";
import type { PromptLibrary } from "../contracts/prompt.ts";
import { renderPrompt } from "../prompt/render-prompt.ts";
import { hashValue } from "../util/hash.ts";

/** The words that single tasks are put in, by task, when they are not a style's. */
export type Questions = ReadonlyMap<string, readonly ChatMessage[]>;

/** Name of a question that the training set's own words make. */
export const AS_TRAINED = "as-trained";

const MAX_TEST_CHARS = 8_000;

interface AskedHow {
  readonly prompts: PromptLibrary;
  readonly sampling: Sampling;
  readonly sampleIndex: number;
}

/** The request in the words that the task has of its own; null when it has none. */
export function trainedQuestion(
  { id }: EvaluationTask,
  questions: Questions | null,
  { sampling, sampleIndex }: AskedHow,
): ModelRequest | null {
  const messages = questions?.get(id);
  if (messages === undefined) return null;
  const promptHash = hashValue(messages);
  return { promptId: AS_TRAINED, promptHash, messages: [...messages], format: null, sampling, sampleIndex };
}

/** The request for one sample. */
export function questionFor(task: EvaluationTask, style: PromptStyle, how: AskedHow): ModelRequest {
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
