/** Asks for one piece and keeps what came, whatever became of it. */
import type { Attempt } from "../../contracts/attempt.ts";
import type { GenerateContext, ModelSet } from "../../contracts/generator.ts";
import type { JsonValue } from "../../contracts/json.ts";
import type { ModelReply, ModelRequest, ModelRole } from "../../contracts/model.ts";
import { ToolkitError } from "../../errors.ts";
import { attemptOf } from "../../model/attempt-of.ts";
import { renderPrompt } from "../../prompt/render-prompt.ts";

/** A document that cannot become a task; `reason` is a short code. */
export class NoDraft extends Error {
  override readonly name = "NoDraft";

  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Question {
  readonly role: ModelRole;
  readonly promptId: string;
  readonly piece: string;
  readonly values: Readonly<Record<string, string>>;
  readonly round: number;
  /** What the model is told about its answer before; null in round 0. */
  readonly feedback?: string | null;
  readonly sampleIndex?: number;
}

export type Fields = Readonly<Record<string, JsonValue>>;

/** The exchange with the models about one document. */
export class Conversation {
  readonly attempts: Attempt[] = [];

  private constructor(
    private readonly models: ModelSet,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws ToolkitError `usage` when no model was named. */
  static start(context: GenerateContext, generator: string): Conversation {
    if (context.models === null) {
      throw new ToolkitError("usage", `the generator "${generator}" needs a model`, {
        hint: "Name one with --model (and --base-url for a local server), or use --generator extract.",
      });
    }
    return new Conversation(context.models, context.signal);
  }

  /**
   * The fields of the answer.
   * @throws NoDraft `model-<outcome>` when the answer is not complete.
   */
  async ask(question: Question): Promise<Fields> {
    const { role, promptId, piece, round, feedback = null, sampleIndex = 0 } = question;
    const prompt = this.models.prompts.get(promptId);
    const reply = await this.reply(role, {
      promptId: prompt.versionedId,
      promptHash: prompt.hash,
      messages: renderPrompt(prompt, question.values),
      format: prompt.output,
      sampling: this.models.sampling,
      sampleIndex,
    });
    const { outcome, detail } = reply;
    const asked = { role, piece, round, promptId: prompt.versionedId, promptHash: prompt.hash, feedback };
    this.attempts.push(attemptOf(reply, asked));
    if (reply.fields === null) throw new NoDraft(`model-${outcome}`, `${piece}: ${detail ?? outcome}`);
    return reply.fields;
  }

  /** The newest answer came whole and still cannot be used: notes it, and gives the error to throw. */
  unusable(reason: string, message: string): NoDraft {
    const piece = this.attempts.at(-1)?.piece;
    if (piece !== undefined) this.judge([piece], "not-usable", [message]);
    return new NoDraft(reason, message);
  }

  /** A request that the server rejects, too long for the model for instance, ends its document and no other. */
  private async reply(role: ModelRole, request: ModelRequest): Promise<ModelReply> {
    try {
      return await this.models.for(role).complete(request, this.signal);
    } catch (error) {
      if (!(error instanceof ToolkitError) || error.code !== "input-invalid") throw error;
      throw new NoDraft("model-rejected-request", error.message);
    }
  }

  /** Notes what checking showed about the newest answers of some pieces. */
  judge(pieces: readonly string[], result: Attempt["result"], problems: readonly string[]): void {
    for (const piece of pieces) {
      const index = this.attempts.findLastIndex((attempt) => attempt.piece === piece);
      const attempt = this.attempts[index];
      if (attempt !== undefined) this.attempts[index] = { ...attempt, result, problems: [...problems] };
    }
  }
}
