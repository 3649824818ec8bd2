/** What the generators with a model share: start, drafting, rounds, record. */
import type { Document } from "../../contracts/document.ts";
import type { GenerateContext, Generator, PlannedCall } from "../../contracts/generator.ts";
import type { GenerateRecord, Task } from "../../contracts/task.ts";
import { loadPython } from "../../python/index.ts";
import { Conversation, NoDraft } from "./conversation.ts";
import { documentPage } from "./document-page.ts";
import { type Draft, draftTask } from "./draft.ts";
import { improveDraft, type Improved, type Improving } from "./improve.ts";
import type { Asking } from "./pieces.ts";

const EXEMPLARS = 3;

export interface ModelMethod {
  readonly name: string;
  readonly summary: string;
  /** What it asks for one document. */
  readonly calls: (rounds: number) => readonly PlannedCall[];
  /** The first version. */
  readonly draft: (asking: Asking) => Promise<Draft>;
  /** What happens after; default: rounds of feedback. */
  readonly improve?: (draft: Draft, improving: Improving) => Promise<Improved>;
}

/** A generator from a method. */
export function modelGenerator(method: ModelMethod): Generator {
  return {
    name: method.name,
    summary: method.summary,
    calls: method.calls,
    generate: (document, context) => generate(method, document, context),
  };
}

async function generate(
  method: ModelMethod,
  document: Document,
  context: GenerateContext,
): Promise<GenerateRecord> {
  const conversation = Conversation.start(context, method.name);
  const python = await loadPython();
  const exemplars = context.exemplars(document, EXEMPLARS);
  const asking: Asking = {
    conversation,
    document,
    python,
    page: documentPage(document),
    examples: exemplarText(exemplars),
  };
  const toTask = (draft: Draft): Task =>
    draftTask(draft, document, {
      method: method.name,
      toolkitVersion: context.toolkitVersion,
      arguments: {
        models: [...new Set(conversation.attempts.map(({ model }) => model))],
        prompts: [
          ...new Set(conversation.attempts.map(({ promptId, promptHash }) => `${promptId}:${promptHash}`)),
        ],
        exemplars: exemplars.map(({ id }) => id),
      },
    });
  try {
    const first = await method.draft(asking);
    const improving: Improving = { asking, context, rounds: context.models?.rounds ?? 0, toTask };
    const { draft, check } = await (method.improve ?? improveDraft)(first, improving);
    if (check.stage === "gate")
      throw new NoDraft("gate-failed", check.problems.map(({ text }) => text).join(" "));
    const made = { documentId: document.id, state: "generated", reason: null, detail: null } as const;
    return { ...made, tasks: [toTask(draft)], attempts: conversation.attempts };
  } catch (error) {
    if (!(error instanceof NoDraft)) throw error;
    const rejected = {
      documentId: document.id,
      state: "rejected",
      reason: error.reason,
      detail: error.message,
    } as const;
    return { ...rejected, tasks: [], attempts: conversation.attempts };
  }
}

/** Requirements of verified tasks, for a model to see what a good one looks like. */
function exemplarText(tasks: readonly Task[]): string {
  if (tasks.length === 0) return "";
  const lines = tasks.map(({ instruction }) => `- ${instruction.split("\n\n", 1)[0]?.replaceAll("\n", " ")}`);
  return `Requirements that worked well for other pages; design a different one:\n${lines.join("\n")}`;
}
