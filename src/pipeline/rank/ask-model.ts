/** Candidates and tests from a model: every sample a request of its own, cached by content with its index. */
import type { ModelSet } from "../../contracts/generator.ts";
import type { ModelRole, ModelRequest } from "../../contracts/model.ts";
import type { RankingTask } from "../../contracts/ranking.ts";
import { renderPrompt } from "../../prompt/render-prompt.ts";
import { codeOfAnswer } from "../../rank/code-of-answer.ts";

export interface Samples {
  /** Texts with code, in sample order; answers without code are left out. */
  readonly texts: readonly string[];
  /** Answers that were asked for. */
  readonly asked: number;
}

/**
 * Programs for a task.
 * @throws what the model port throws.
 */
export async function sampleCandidates(
  task: RankingTask,
  models: ModelSet,
  count: number,
  signal: AbortSignal,
): Promise<Samples> {
  const { text, signature, context } = task;
  const before = context === "" ? "" : `${context.trimEnd()}\n`;
  const codes = await ask(
    models,
    { id: "rank/candidate", role: "writer" },
    { text, signature, context: before },
    { count, signal },
  );
  return { texts: codes.map((code) => wholeProgram(task, code)), asked: count };
}

/** A program as it stands alone: the signature comes before an answer that is only the body. */
function wholeProgram({ context, signature, functionName }: RankingTask, code: string): string {
  const defined = new RegExp(`^\\s*(async\\s+)?def\\s+${functionName}\\b`, "m").test(code);
  const whole = defined ? code : `${signature.trimEnd()}\n${code}`;
  return [context.trim() === "" || whole.includes(context.trim()) ? "" : context.trimEnd(), whole]
    .filter((part) => part !== "")
    .join("\n");
}

/** Tests for a task. */
export async function sampleTests(
  { text, signature, functionName }: RankingTask,
  models: ModelSet,
  count: number,
  signal: AbortSignal,
): Promise<Samples> {
  const inputs = { text, signature, name: functionName };
  const codes = await ask(models, { id: "rank/tests", role: "test-writer" }, inputs, { count, signal });
  return { texts: codes.map((code) => continued(code, functionName)), asked: count };
}

/** Some models go on from the opening they were given instead of repeating it. */
function continued(code: string, name: string): string {
  return /\bassert\b/.test(code) ? code : `def test_${name}():\n    assert ${name}(${code.trimStart()}`;
}

async function ask(
  models: ModelSet,
  { id, role }: { readonly id: string; readonly role: ModelRole },
  inputs: Readonly<Record<string, string>>,
  { count, signal }: { readonly count: number; readonly signal: AbortSignal },
): Promise<string[]> {
  const prompt = models.prompts.get(id);
  const messages = renderPrompt(prompt, inputs);
  const request = (sampleIndex: number): ModelRequest => ({
    promptId: prompt.versionedId,
    promptHash: prompt.hash,
    messages,
    format: null,
    sampling: models.sampling,
    sampleIndex,
  });
  const indices = Array.from({ length: count }, (_, index) => index);
  const replies = await Promise.all(
    indices.map((index) => models.for(role).complete(request(index), signal)),
  );
  return replies.flatMap(({ text, outcome }) =>
    outcome === "complete" || outcome === "truncated" ? (codeOfAnswer(text) ?? []) : [],
  );
}
