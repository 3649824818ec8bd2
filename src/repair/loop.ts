/**
 * The loop that all agents share: run, analyse, propose, run again. It keeps the best program, goes back to it where
 * an attempt is worse, never runs one program twice, and ends when nothing gets better. Only the program changes: the
 * tests are the caller's, who runs them.
 */
import type { Attempt } from "../contracts/attempt.ts";
import type {
  FailureAnalysis,
  RepairAgent,
  RepairContext,
  RepairRecord,
  RepairRequest,
  RepairRound,
  RunFeedback,
} from "../contracts/repair.ts";
import { loadPython, type Python } from "../python/index.ts";
import { analyseFailure, isProgramFault } from "./analyse/index.ts";
import { allPassed, isBetter, progressOf } from "./progress.ts";
import { usableProgram } from "./usable-program.ts";

/** Rounds in a row that bring nothing before the loop gives up. */
const PATIENCE = 3;

/** What a method gets to know before it proposes the next program. */
export interface RepairState {
  readonly round: number;
  /** The program to start from: the newest, or the best where the newest is worse. */
  readonly parent: RepairRound & { readonly feedback: RunFeedback; readonly analysis: FailureAnalysis };
  /** What came of earlier attempts to mend this very program. */
  readonly tried: readonly RepairRound[];
  /** The round before this one, whatever became of it. */
  readonly last: RepairRound;
}

export type Proposal =
  | { readonly state: "proposed"; readonly text: string; readonly attempts: readonly Attempt[] }
  /** The answer cannot be used; the loop goes on. */
  | { readonly state: "unusable"; readonly attempts: readonly Attempt[] }
  /** Ends the loop. */
  | { readonly state: "declined" | "budget"; readonly attempts: readonly Attempt[] };

export interface RepairMethod {
  readonly name: string;
  readonly summary: string;
  /** Most rounds this method makes sense for; absent: as many as the context allows. */
  readonly mostRounds?: number;
  /** Prompts that it asks in one round, and how often at most. */
  readonly asks: Readonly<Record<string, number>>;
  /** Begins the repair of one program; what it returns is asked once a round. */
  start(
    request: RepairRequest,
    context: RepairContext,
    python: Python,
  ): (state: RepairState) => Promise<Proposal>;
}

/** An agent from a method. */
export function repairAgent(method: RepairMethod): RepairAgent {
  return {
    name: method.name,
    summary: method.summary,
    calls: (rounds) => {
      const most = Math.min(rounds, method.mostRounds ?? rounds);
      return Object.entries(method.asks).map(([promptId, times]) => {
        return { role: "repairer", promptId, least: 0, most: most * times };
      });
    },
    repair: (request, context) => repairProgram(method, request, context),
  };
}

async function repairProgram(
  method: RepairMethod,
  request: RepairRequest,
  context: RepairContext,
): Promise<RepairRecord> {
  const python = await loadPython();
  const loop = new RepairLoop(request, context);
  await loop.add({ round: 0, parent: null, code: request.code, attempts: [] });
  if (allPassed(loop.last.feedback)) return loop.record(method.name, "all-passed");
  const propose = method.start(request, context, python);
  const most = Math.min(context.rounds, method.mostRounds ?? Number.POSITIVE_INFINITY);
  for (let round = 1; round <= most; round++) {
    context.signal.throwIfAborted();
    const state = loop.state(round);
    if (state === null || !isProgramFault(state.parent.analysis))
      return loop.record(method.name, "environment-fault");
    const proposal = await propose(state);
    if (proposal.state === "declined" || proposal.state === "budget") {
      loop.addUnusable(round, state.parent.round, proposal.attempts);
      return loop.record(method.name, proposal.state);
    }
    const code =
      proposal.state === "proposed" ? usableProgram(proposal.text, state.parent.code, request, python) : null;
    if (code === null) loop.addUnusable(round, state.parent.round, withoutProgram(proposal.attempts));
    else await loop.add({ round, parent: state.parent.round, code, attempts: proposal.attempts });
    if (allPassed(loop.last.feedback)) return loop.record(method.name, "all-passed");
    if (loop.idleRounds >= PATIENCE) return loop.record(method.name, "no-progress");
  }
  return loop.record(method.name, "rounds");
}

type Version = Pick<RepairRound, "round" | "parent" | "code"> & { readonly attempts: readonly Attempt[] };

/** The rounds so far. */
class RepairLoop {
  readonly rounds: RepairRound[] = [];
  /** Rounds since something got better. */
  idleRounds = 0;

  constructor(
    private readonly request: RepairRequest,
    private readonly context: RepairContext,
  ) {}

  get last(): RepairRound {
    const last = this.rounds.at(-1);
    if (last === undefined) throw new Error("the loop has not begun");
    return last;
  }

  /** Runs a program, unless the same one was run before, and keeps what it showed. */
  async add({ attempts, ...version }: Version): Promise<void> {
    const known = this.rounds.find(
      (round) => round.feedback !== null && sameProgram(round.code, version.code),
    );
    const feedback = known?.feedback ?? (await this.context.run(version.code));
    const { requirements } = this.request;
    const analysis = allPassed(feedback)
      ? null
      : analyseFailure(feedback, { code: version.code, requirements });
    const judged = attempts.map((attempt, index) =>
      index === attempts.length - 1 ? judgedAttempt(attempt, feedback, analysis) : attempt,
    );
    const better = this.rounds.every((round) => isBetter(feedback, round.feedback));
    this.idleRounds = better ? 0 : this.idleRounds + 1;
    this.rounds.push({ ...version, feedback, analysis, attempts: judged });
  }

  addUnusable(round: number, parent: number, attempts: readonly Attempt[]): void {
    this.idleRounds++;
    this.rounds.push({ round, parent, code: "", feedback: null, analysis: null, attempts: [...attempts] });
  }

  /** Null where nothing can be said about why the program fails. */
  state(round: number): RepairState | null {
    const parent = this.startingPoint();
    const { feedback, analysis } = parent;
    if (feedback === null || analysis === null) return null;
    const tried = this.rounds.filter((other) => other.parent === parent.round);
    return { round, parent: { ...parent, feedback, analysis }, tried, last: this.last };
  }

  /** The newest of the programs that come furthest: an equal one is taken up, a worse one is dropped. */
  private startingPoint(): RepairRound {
    return this.rounds.reduce((best, round) =>
      round.feedback !== null && !isBetter(best.feedback, round.feedback) ? round : best,
    );
  }

  record(agent: string, ended: RepairRecord["ended"]): RepairRecord {
    const passed = this.rounds.map(({ feedback }) => feedback?.passed ?? -1);
    const best = passed.indexOf(Math.max(...passed));
    const first = this.rounds[0]?.feedback ?? null;
    const kept = this.rounds[best]?.feedback ?? null;
    const state = allPassed(first)
      ? "passed"
      : allPassed(kept)
        ? "repaired"
        : progressOf(kept).passed > progressOf(first).passed
          ? "improved"
          : "unchanged";
    return { agent, state, ended, best, rounds: this.rounds };
  }
}

function sameProgram(a: string, b: string): boolean {
  const plain = (code: string): string => code.replaceAll(/[ \t]+$/gm, "").trim();
  return plain(a) === plain(b);
}

/** The newest answer holds no program with the function. */
function withoutProgram(attempts: readonly Attempt[]): Attempt[] {
  return attempts.map((attempt, index) => {
    if (index < attempts.length - 1 || attempt.result === "not-usable") return attempt;
    return { ...attempt, result: "not-usable", problems: ["The answer holds no program with the function."] };
  });
}

/** The newest answer with what running its program showed. */
function judgedAttempt(attempt: Attempt, feedback: RunFeedback, analysis: FailureAnalysis | null): Attempt {
  if (analysis === null)
    return { ...attempt, result: allPassed(feedback) ? "kept" : "run-failed", problems: [] };
  const result = isProgramFault(analysis) ? "run-failed" : "environment-fault";
  return { ...attempt, result, problems: [analysis.cause] };
}
