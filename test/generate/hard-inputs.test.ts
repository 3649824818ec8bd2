/** `hard-inputs`: further samples have to agree before a value becomes an assert. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import { generators } from "../../src/generate/index.ts";
import { modelScene, numberPage, pieceOf, testSandbox, textOf } from "../helpers/model-context.ts";
import type { ChatBody, ServerPlan } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.close());

async function run(fill: NonNullable<ServerPlan["fill"]>): Promise<{
  record: GenerateRecord;
  bodies: readonly ChatBody[];
  correctness: string;
  notes: unknown;
}> {
  const scene = await modelScene({ fill }, { sandbox, folder: await tempFolder() });
  onTestFinished(() => scene.close());
  const record = await generators["hard-inputs"].generate(numberPage(7), scene.context);
  const [task] = record.tasks;
  const correctness = task?.cases.find(({ kind }) => kind === "correctness")?.code ?? "";
  return { record, bodies: scene.bodies, correctness, notes: task?.provenance.arguments["hardInputs"] };
}

/** Samples are asked for with the same text: the n-th answer to it is the n-th solution. */
function solutions(lines: readonly string[]): NonNullable<ServerPlan["fill"]> {
  let asked = 0;
  return (field, body) => {
    const text = scriptedField(field, body);
    if (field !== "code") return text;
    const line = lines[Math.min(asked++, lines.length - 1)] ?? "return value + 7";
    return text.replace(/return value \+ \d+$/, line);
  };
}

const RIGHT = "return value + 7";

describe("hard-inputs", () => {
  it("adds what two solutions agree on, for inputs that the validator allows", async () => {
    const { record, bodies, correctness, notes } = await run(solutions([RIGHT]));
    expect(bodies.map(pieceOf).slice(-2)).toEqual(["write_inputs", "write_implementation"]);
    expect(correctness).toContain(`assert add_7(${10n ** 30n}) == ${10n ** 30n + 7n}`);
    expect(correctness).toContain("assert add_7(-1) == 6");
    expect(correctness).not.toContain("not allowed");
    expect(correctness.match(/add_7\(1\) == 8/g)).toHaveLength(1); // it stood there already
    expect(notes).toEqual({ inputs: 10, solutions: 2, agreed: 10, disputed: 0 });
    expect(record.attempts?.every(({ result }) => result === "kept")).toBe(true);
  });

  it("the writer of inputs does not see the implementation", async () => {
    const { bodies } = await run(solutions([RIGHT]));
    const asked = bodies.filter((body) => pieceOf(body) === "write_inputs");
    expect(asked).toHaveLength(1);
    expect(textOf(asked[0] as ChatBody)).not.toContain("isinstance(value, numbers.Integral)");
  });

  it("a sample that is wrong alone is asked past", async () => {
    const careless = "return value + 7 if value > 0 else value"; // agrees on some inputs only
    const { correctness, notes, record } = await run(solutions([RIGHT, careless, RIGHT]));
    expect(correctness).toContain("assert add_7(-1) == 6");
    expect(notes).toMatchObject({ solutions: 3, agreed: 10, disputed: 0 });
    const sample = record.attempts?.find(({ piece }) => piece === "implementation-1");
    expect(sample).toMatchObject({ result: "run-failed", problems: [expect.stringContaining("differ")] });
  });

  it("what two samples say against the function is left out", async () => {
    const other = "return value + 7 if abs(value) < 10 ** 20 else value";
    const { correctness, notes } = await run(solutions([RIGHT, other, other]));
    expect(correctness).not.toContain(`${10n ** 30n}`);
    expect(correctness).toContain("assert add_7(-1) == 6");
    expect(notes).toMatchObject({ solutions: 3, agreed: 8, disputed: 2 });
  });

  it("without a sample that agrees the case stays as it is", async () => {
    const { record, correctness, notes } = await run(
      solutions([RIGHT, "return value", "return 1", "return 2", "return value * 3"]),
    );
    expect(record.state).toBe("generated");
    expect(correctness.match(/assert/g)).toHaveLength(2);
    expect(notes).toMatchObject({ solutions: 5, agreed: 0 });
  });

  it.each([
    ["a validator that fails", { validator: "def is_valid_input(*args):\n    raise ValueError" }],
    ["a validator that allows nothing", { validator: "def is_valid_input(*args):\n    return False" }],
    ["no generator", { direct: "x = 1", regular: "", hacking: "" }],
    ["code that does not parse", { direct: "def direct_inputs(:" }],
  ])("%s leaves the task as it is", async (_name, changes: Record<string, string>) => {
    const { record, correctness } = await run((field, body) => changes[field] ?? scriptedField(field, body));
    expect(record.state).toBe("generated");
    expect(correctness.match(/assert/g)).toHaveLength(2);
    expect(record.attempts?.at(-1)).toMatchObject({ piece: "inputs", result: "run-failed" });
  });

  it("a function that fails its own tests is not built upon", async () => {
    const { bodies } = await run(solutions(["return None"]));
    expect(bodies.map(pieceOf)).not.toContain("write_inputs");
  });
});
