/**
 * `react`: the paper's baseline. The model reasons, acts, observes, and acts again: it runs a program, looks things up
 * in the scraped documents, asks the installed packages for a signature and docstring, or searches an error. Each
 * action is one function call (or its text form). Source: Yao et al., "ReAct" (arXiv 2210.03629).
 */
import type { Attempt } from "../contracts/attempt.ts";
import type { ChatMessage } from "../contracts/model.ts";
import type { RepairContext, RepairRequest } from "../contracts/repair.ts";
import { fenceData } from "../prompt/render-prompt.ts";
import { truncateMiddle } from "../util/truncate.ts";
import { askRepairer, fieldText, type RepairAnswer } from "./ask.ts";
import { failureText } from "./failure-text.ts";
import { type Proposal, repairAgent, type RepairState } from "./loop.ts";
import { reactTools, type ReactTools } from "./react-tools.ts";

/** Actions between two programs: looking up has to end some time. */
const MOST_ACTIONS = 5;
const OBSERVATION_CHARS = 3_000;
/** Exchanges that are sent again; older ones are left out. */
const KEPT_EXCHANGES = 8;

export const react = repairAgent({
  name: "react",
  summary: "Reason, act, observe: the model runs programs and looks things up by itself",
  asks: { "repair/react": MOST_ACTIONS },
  start: (request, context) => {
    const session = new ReactSession(request, context, reactTools(request, context));
    return (state) => session.next(state);
  },
});

class ReactSession {
  private readonly history: ChatMessage[] = [];
  private feedback = "";

  constructor(
    private readonly request: RepairRequest,
    private readonly context: RepairContext,
    private readonly tools: ReactTools,
  ) {}

  /** Acts until a program is to be run. */
  async next(state: RepairState): Promise<Proposal> {
    const attempts: Attempt[] = [];
    if (state.round > 1) this.observe(this.runResult(state));
    else this.feedback = failureText(state.parent.code, state.parent.feedback, this.request);
    for (let action = 0; action < MOST_ACTIONS; action++) {
      const answer = await this.ask(state.round, action);
      attempts.push(answer.attempt);
      if (answer.fields === null) {
        this.observe("This answer could not be read. Give a thought, one action and its input.", answer.text);
        continue;
      }
      const name = fieldText(answer.fields["action"]).trim().toLowerCase();
      const input = fieldText(answer.fields["input"]);
      this.history.push({ role: "assistant", content: spoken(answer) });
      if (name === "run") return { state: "proposed", text: input, attempts };
      if (name === "finish") return { state: "declined", attempts };
      this.observe(await this.tools.act(name, input));
    }
    return { state: "unusable", attempts };
  }

  private ask(round: number, action: number): Promise<RepairAnswer> {
    return askRepairer(this.context, {
      promptId: "repair/react",
      piece: "action",
      round,
      feedback: this.feedback,
      sampleIndex: action,
      history: this.history.slice(-2 * KEPT_EXCHANGES),
      values: {
        instruction: this.request.instruction,
        name: this.request.functionName,
        code: this.request.code,
        failure: this.feedback,
      },
    });
  }

  private observe(text: string, answered?: string): void {
    if (answered !== undefined) this.history.push({ role: "assistant", content: answered || "(empty)" });
    const content = `Observation:\n${fenceData(truncateMiddle(text, OBSERVATION_CHARS))}\nNext thought, action and input.`;
    this.history.push({ role: "user", content });
  }

  /** What the program of the round before gave, and the best one where that came further. */
  private runResult({ last, parent }: RepairState): string {
    if (last.feedback === null)
      return `No program with a function ${this.request.functionName} was in the input.`;
    const result = failureText(last.code, last.feedback, this.request);
    if (parent.round === last.round) return result;
    return `${result}\n\nThat is not better. Start again from the best program:\n${parent.code}`;
  }
}

/** The model's own action, as it is shown to it again. */
function spoken({ fields }: RepairAnswer): string {
  const part = (name: string): string => `<${name}>${fieldText(fields?.[name])}</${name}>`;
  return ["thought", "action", "input"].map(part).join("\n");
}
