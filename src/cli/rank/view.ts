/** How a session looks in a terminal. */
import type { RankSessionEvent, RankingTest, SessionResult } from "../../index.ts";
import { styled } from "../output.ts";

type Question = Extract<RankSessionEvent, { type: "question" }>;
type Prepared = Extract<RankSessionEvent, { type: "prepared" }>;

const RULE = "─".repeat(60);
const KEYS: readonly (readonly [string, string])[] = [
  ["y", "yes"],
  ["n", "no"],
  ["= VALUE", "no, the right value is"],
  ["s", "skip"],
  ["c", "candidates"],
  ["u", "undo"],
  ["q", "quit"],
  ["?", "help"],
];

export function viewPrepared({ task, candidates, tests, executions, answered, settings }: Prepared): string {
  const samples = candidates.reduce((sum, { copies }) => sum + copies, 0);
  const from = samples === candidates.length ? "" : ` (of ${samples} samples)`;
  const ran = executions === 0 ? "all known from before" : `${executions} runs`;
  const lines = [
    styled("bold", task.text.trim() === "" ? task.functionName : task.text.trim()),
    styled("dim", task.signature.split('"""', 1)[0]?.trim() ?? ""),
    `${candidates.length} candidates${from}, ${tests} tests, ${ran}; at most ${settings.maxQuestions} questions`,
  ];
  if (answered > 0) lines.push(styled("cyan", `continues behind ${count(answered, "answer")} of earlier`));
  return lines.join("\n");
}

/** @param budget Most questions of the session. */
export function viewQuestion(question: Question, budget: number): string {
  const { number, test, candidates, removes, testsLeft } = question;
  const progress = `Question ${number} of at most ${budget} · ${count(candidates.length, "candidate")} left · ${count(testsLeft, "test")} left`;
  return [
    "",
    styled("dim", RULE),
    styled("dim", progress),
    "",
    viewTest(test),
    "",
    effect("y", removes.yes, candidates.length),
    effect("n", removes.no, candidates.length),
    styled("dim", KEYS.map(([key, meaning]) => `${key} ${meaning}`).join(" · ")),
  ].join("\n");
}

/** The question itself: what comes before, the call, and the value it is said to have. */
export function viewTest({ comparison, code }: RankingTest): string {
  if (comparison === null) {
    return [
      "Should this hold?",
      ...code
        .trimEnd()
        .split("\n")
        .map((line) => `    ${styled("cyan", line)}`),
    ].join("\n");
  }
  const { setup, call, operator, expected } = comparison;
  const before = setup === "" ? [] : setup.split("\n").map((line) => `    ${styled("dim", line)}`);
  const shownCall = styled(["bold", "cyan"], call);
  const shownValue = styled(["bold", "yellow"], expected);
  const asked =
    operator === "truth"
      ? `Should ${shownCall} be ${styled(["bold", "yellow"], "true")}?`
      : operator === "not"
        ? `Should ${shownCall} be ${styled(["bold", "yellow"], "false")}?`
        : `Should ${shownCall} ${operator} ${shownValue}?`;
  return [...before, `    ${asked}`].join("\n");
}

function effect(key: string, removes: number, all: number): string {
  const keeps = all - removes;
  const shown = removes === 0 ? "removes none" : `removes ${removes}, keeps ${keeps}`;
  return `  ${styled("bold", key)} ${keeps === 0 ? styled("red", shown) : shown}`;
}

const MARKS = {
  pass: "✓ passes",
  assertion: "✗ other value",
  crash: "! raises",
  timeout: "… never ends",
} as const;

/** What a candidate is called: by the files it came from, else by its id. */
export type NameOf = (id: string) => string;

export function viewCandidates({ candidates, outcomes }: Question, nameOf: NameOf): string {
  const names = candidates.map(nameOf);
  const width = Math.max(6, ...names.map(({ length }) => length));
  const lines = names.map(
    (name, place) =>
      `  ${String(place + 1).padStart(3)}  ${name.padEnd(width)} ${MARKS[outcomes[place] ?? "crash"]}`,
  );
  return [...lines, styled("dim", "c 1 shows the first one's program")].join("\n");
}

export function viewProgram(rank: number, name: string, code: string): string {
  return [
    styled("bold", `${rank}. ${name}`),
    ...code
      .trimEnd()
      .split("\n")
      .map((line) => `  ${line}`),
  ].join("\n");
}

export function viewHelp(): string {
  return [
    "You are asked whether a test should hold. Every answer removes the programs that disagree.",
    "  y, yes      the value is right",
    "  n, no       it is wrong",
    "  = VALUE     it is wrong, and VALUE is right: a Python literal, such as = [1, 2]",
    "  s, skip     no idea, or the input makes no sense",
    "  c, c 2      the programs that are left; the second one's text",
    "  u, undo     takes the last answer back",
    "  q, quit     stops here; the same command goes on later",
  ].join("\n");
}

export function viewEnding(stopped: string, left: number): string {
  if (left === 0)
    return styled("yellow", "No program agrees with all answers. u takes the last one back; Enter ends.");
  const why = {
    budget: "That was the last question.",
    "no-tests": "No test is left to ask about.",
    decided: left === 1 ? "One program is left." : "No question can tell the programs that are left apart.",
  }[stopped];
  return `${why ?? ""} ${styled("dim", "u takes the last answer back; Enter ends.")}`;
}

/** The end for a person: programs in rank order, and the tests that hold. */
export function viewResult({ candidates, approved, answers }: SessionResult, nameOf: NameOf): string {
  const ranked = candidates.map(({ id }, place) => `  ${place + 1}. ${nameOf(id)}`);
  const tests = approved.map(({ comparison, code }) => {
    const lines = code.trimEnd().split("\n");
    return `  ${comparison === null ? (lines[0] ?? "") : (lines.at(-1)?.trim() ?? "")}`;
  });
  return [
    `${count(answers.length, "answer")}, ${count(candidates.length, "candidate")} left`,
    ...ranked,
    count(approved.length, "approved test"),
    ...tests,
  ].join("\n");
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
