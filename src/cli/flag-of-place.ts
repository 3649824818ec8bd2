/** From the place of a wrong value in the configuration to the flag that it was given by. */

interface RunningCommand {
  readonly options: readonly { readonly long?: string | undefined; attributeName(): string }[];
  getOptionValueSource(name: string): string | undefined;
}

interface Problem {
  readonly place: string;
  readonly problem: string;
}

/** Keys whose flag has another name. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  budgetUsd: "budget",
  maxQuestions: "questions",
  testPolicies: "testPolicy",
  candidatePolicies: "candidatePolicy",
};

let running: RunningCommand | null = null;

/** Remembers the command whose flags errors are about. */
export function noteRunning(command: RunningCommand): void {
  running = command;
}

/** "--rank must be …" for each problem; null unless every one is of a flag that was given. */
export function inFlags(problems: readonly Problem[]): string | null {
  const texts = problems.map(({ place, problem }) => {
    const flag = flagOf(place);
    return flag === null ? null : `${flag}${problem.startsWith(":") ? "" : " "}${problem}`;
  });
  return texts.length === 0 || texts.includes(null) ? null : texts.join("; ");
}

/** The flag of the innermost key that has one: of "model.name" it is --model. */
function flagOf(place: string): string | null {
  for (const key of place.split(".").toReversed()) {
    for (const name of [key, FLAG_NAMES[key], key.replace(/s$/, "")]) {
      const option = running?.options.find((known) => known.attributeName() === name);
      if (option?.long === undefined || running?.getOptionValueSource(name ?? "") !== "cli") continue;
      return option.long;
    }
  }
  return null;
}
