/**
 * Rounds of feedback: problems of the gate and of the run go back to the model, to the writer of the piece that is
 * wrong. What only the machine lacks is never fed back. The best version is kept, not the last.
 */
import type { GenerateContext } from "../../contracts/generator.ts";
import type { Task } from "../../contracts/task.ts";
import { checkDraft, type DraftCheck, type Problem } from "./check-draft.ts";
import { NoDraft } from "./conversation.ts";
import type { Draft } from "./draft.ts";
import { askCodeAgain, askTestsAgain, type Asking } from "./pieces.ts";

/** A round in which the tests are mended where nobody knows who is wrong. */
const TESTS_TURN = 2;

export interface Improving {
  readonly asking: Asking;
  readonly context: GenerateContext;
  readonly rounds: number;
  readonly toTask: (draft: Draft) => Task;
}

export interface Improved {
  readonly draft: Draft;
  readonly check: DraftCheck;
}

/** Checks a draft and has it mended for up to `rounds` rounds; returns the best version with its check. */
export async function improveDraft(first: Draft, improving: Improving): Promise<Improved> {
  let best = await judged(first, improving);
  let current = best;
  let wasRepaired = false;
  for (let round = 1; round <= improving.rounds; round++) {
    const side = sideToMend(current.check, wasRepaired ? TESTS_TURN : round);
    if (side === null || (side === "code" && wasRepaired)) break;
    try {
      if (side === "code" && current.check.stage === "run" && improving.context.repair !== undefined) {
        current = await judged(await repaired(current.draft, improving), improving, ["tests"]);
        wasRepaired = true;
      } else current = await judged(await mend(current, side, improving.asking, round), improving);
    } catch (error) {
      if (!(error instanceof NoDraft)) throw error;
      break; // the model gave no usable answer: what there is has to do
    }
    if (rank(current.check) > rank(best.check)) best = current;
  }
  return best;
}

/** Whose turn it is: where nobody knows who is wrong, the code first, then the tests, by turns. */
export function sideToMend({ problems }: DraftCheck, round: number): "code" | "tests" | null {
  const sides = new Set(problems.map(({ side }) => side));
  if (sides.has("code")) return "code";
  if (sides.has("either")) return round % 2 === 1 ? "code" : "tests";
  return sides.has("tests") ? "tests" : null;
}

async function mend(
  { draft, check }: Improved,
  side: "code" | "tests",
  asking: Asking,
  round: number,
): Promise<Draft> {
  const told = check.problems.filter((problem) => problem.side === side || problem.side === "either");
  const texts = told.map(({ text }) => text);
  return side === "code"
    ? askCodeAgain(asking, draft, texts, round)
    : askTestsAgain(asking, draft, texts, round);
}

/** A program that fails its cases goes through the agent, once: its rounds are kept as attempts. */
async function repaired(draft: Draft, { asking, context, toTask }: Improving): Promise<Draft> {
  const found = await context.repair?.(toTask(draft), asking.document);
  if (found === undefined) return draft;
  asking.conversation.attempts.push(...found.record.rounds.flatMap(({ attempts }) => attempts));
  return { ...draft, imports: found.task.imports, code: found.task.functionCode };
}

async function judged(
  draft: Draft,
  { asking, context, toTask }: Improving,
  sides: readonly ("code" | "tests")[] = ["code", "tests"],
): Promise<Improved> {
  const check = await checkDraft(toTask(draft), context, asking.python);
  if (sides.includes("code")) noteResult(asking, check, "code", ["implementation", "task"]);
  noteResult(asking, check, "tests", ["tests"]);
  return { draft, check };
}

function noteResult(
  asking: Asking,
  { stage, problems }: DraftCheck,
  side: "code" | "tests",
  pieces: string[],
): void {
  const own = problems.filter((problem) => problem.side === side || problem.side === "either");
  const environment = problems.some((problem) => problem.side === "environment");
  const failed = stage === "gate" ? "gate-failed" : "run-failed";
  const result = own.length > 0 ? failed : environment ? "environment-fault" : "kept";
  asking.conversation.judge(
    pieces,
    result,
    own.map(({ text }) => text),
  );
}

/** Higher is better: past the gate, then passed cases, then fewer problems. */
function rank({ stage, passedCases, problems }: DraftCheck): number {
  return (stage === "run" ? 10_000 : 0) + 100 * passedCases - problems.filter(isFault).length;
}

function isFault({ side }: Problem): boolean {
  return side !== "environment";
}
