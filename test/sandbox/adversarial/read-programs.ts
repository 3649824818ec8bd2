/** Reads the hostile programs: each says in its first lines what its idea is and what must come of it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Outcome, outcomes, type Verdict, verdicts } from "../../../src/contracts/execution.ts";
import { type Limits, limitsSchema } from "../../../src/contracts/sandbox.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const LIMITS = { cpuSeconds: 5, wallSeconds: 12 };

export interface AdversarialProgram {
  /** "forged/always-equal-object" */
  readonly name: string;
  readonly family: string;
  readonly idea: string;
  readonly problem: string;
  readonly verdicts: readonly Verdict[];
  readonly outcomes: readonly Outcome[];
  readonly limits: Limits;
  readonly code: string;
}

export function readPrograms(): AdversarialProgram[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".py"))
    .sort()
    .map((path) => readProgram(path));
}

function readProgram(path: string): AdversarialProgram {
  const code = readFileSync(join(folder, path), "utf8");
  const header = (name: string) => new RegExp(`^# ${name}: (.*)$`, "m").exec(code)?.[1] ?? "";
  const expected = header("expects").split(" ");
  const limits = header("limits")
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word.split("="))
    .map(([name = "", value]) => [name, Number(value)] as const);
  return {
    name: path.replace(/\.py$/, ""),
    family: path.split("/")[0] ?? "",
    idea: header("idea"),
    problem: header("problem"),
    verdicts: verdicts.filter((verdict) => expected.includes(verdict)),
    outcomes: outcomes.filter((outcome) => expected.includes(outcome)),
    limits: limitsSchema.parse({ ...LIMITS, ...Object.fromEntries(limits) }),
    code,
  };
}
