/** The generators with a model, end to end: scripted server, real sandbox, real gate. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { GenerateContext } from "../../src/contracts/generator.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import type { GenerateRecord } from "../../src/contracts/task.ts";
import { generators } from "../../src/generate/index.ts";
import {
  type ModelScene,
  modelScene,
  numberPage,
  pieceOf,
  testSandbox,
  textOf,
} from "../helpers/model-context.ts";
import type { ChatBody, ServerPlan } from "../helpers/scripted-server.ts";
import { scriptedField } from "../helpers/scripted-task.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await testSandbox();
});
afterAll(() => sandbox.close());

type Name = Exclude<keyof typeof generators, "extract">;
type Fill = NonNullable<ServerPlan["fill"]>;

async function scene(fill: Fill, overrides: Partial<GenerateContext> = {}): Promise<ModelScene> {
  const made = await modelScene({ fill }, { sandbox, folder: await tempFolder(), overrides });
  onTestFinished(() => made.close());
  return made;
}

async function run(name: Name, fill: Fill): Promise<{ record: GenerateRecord; bodies: readonly ChatBody[] }> {
  const { context, bodies } = await scene(fill);
  return { record: await generators[name].generate(numberPage(7), context), bodies };
}

/** The scripted answer, but for some fields and the n-th time they are asked for. */
function answering(changes: Record<string, (times: number, body: ChatBody) => string | null>): Fill {
  const times = new Map<string, number>();
  return (field, body) => {
    const n = times.get(field) ?? 0;
    times.set(field, n + 1);
    return changes[field]?.(n, body) ?? scriptedField(field, body);
  };
}

const pieces = (record: GenerateRecord) =>
  record.attempts?.map(({ piece, round, result }) => `${piece} ${round} ${result}`);

/** The function with another last line. */
const codeWith = (line: string) => (body: ChatBody) =>
  scriptedField("code", body).replace(/return value \+ \d+$/, line);

describe("end to end", () => {
  it.each<[Name, string[]]>([
    ["piecewise", ["state_requirement", "write_signature", "write_implementation", "write_tests"]],
    ["single", ["write_task"]],
    ["coder-reviewer", ["write_task", "review"]],
  ])("%s makes a task that passes", async (name, asked) => {
    const { record, bodies } = await run(name, scriptedField);
    expect(record).toMatchObject({ state: "generated", reason: null });
    expect(bodies.map(pieceOf)).toEqual(["report_word", ...asked]);
    expect(record.attempts?.every(({ result }) => result === "kept")).toBe(true);
    const [task] = record.tasks;
    expect(task).toMatchObject({ functionName: "add_7", provenance: { method: name } });
    expect(task?.instruction).toContain("Add 7 to a whole number");
    expect(task?.provenance.arguments["prompts"]).toHaveLength(asked.length);
  });

  it("the test writer never sees the implementation", async () => {
    const wrong = answering({ code: (_n, body) => codeWith("return value + 7000")(body) });
    const { bodies } = await run("piecewise", wrong);
    const toTester = bodies.filter((body) => pieceOf(body) === "write_tests");
    expect(toTester.length).toBeGreaterThanOrEqual(2); // at first, and in the round for the tests
    for (const body of toTester) {
      expect(textOf(body)).toContain("def add_7(value: int) -> int:");
      expect(textOf(body)).not.toContain("isinstance(value, numbers.Integral)");
      expect(textOf(body)).not.toContain("7000");
    }
  });
});

describe("rounds of feedback", () => {
  it("a problem of the gate goes back without a run", async () => {
    const fill = answering({ normal: (n) => (n === 0 ? "def test_add_7_normal():\n    add_7(1)" : null) });
    const { record, bodies } = await run("piecewise", fill);
    expect(pieces(record)?.slice(-2)).toEqual(["tests 0 gate-failed", "tests 1 kept"]);
    expect(textOf(bodies.at(-1) as ChatBody)).toContain('"test_add_7_normal" asserts nothing.');
  });

  it("wrong code goes back to its writer with what the run showed", async () => {
    const fill = answering({ code: (n, body) => (n === 0 ? codeWith("return value - 7")(body) : null) });
    const { record, bodies } = await run("piecewise", fill);
    expect(pieces(record)?.slice(2)).toEqual([
      "implementation 0 run-failed",
      "tests 0 kept",
      "implementation 1 kept",
    ]);
    expect(textOf(bodies.at(-1) as ChatBody)).toContain(
      "test_add_7_correctness: builtins.AssertionError: -6 == 8 is false",
    );
  });

  it("a wrong test is mended in the second round, when the code is right", async () => {
    const wrongTest = "def test_add_7_correctness():\n    assert add_7(1) == 9\n    assert add_7(2) == 10";
    const fill = answering({ correctness: (n) => (n === 0 ? wrongTest : null) });
    const { record } = await run("piecewise", fill);
    expect(pieces(record)?.slice(-3)).toEqual([
      "tests 0 run-failed",
      "implementation 1 kept",
      "tests 2 kept",
    ]);
    expect(record.tasks[0]?.cases[2]?.code).toContain("== 8");
  });

  it("a test that a stub passes goes back to the tests' writer", async () => {
    const vacuous = "def test_add_7_normal():\n    assert add_7(1) is not False";
    const fill = answering({ normal: (n) => (n === 0 ? vacuous : null) });
    const { record, bodies } = await run("piecewise", fill);
    expect(pieces(record)?.slice(-2)).toEqual(["tests 0 run-failed", "tests 1 kept"]);
    expect(textOf(bodies.at(-1) as ChatBody)).toContain("also passes with a stub");
  });

  it("keeps the best version, not the last", async () => {
    // 2 of 3 cases pass at first; each new version passes fewer
    const wrongTest = "def test_add_7_correctness():\n    assert add_7(1) == 9\n    assert add_7(2) == 10";
    const fill = answering({
      correctness: () => wrongTest,
      code: (n, body) => (n === 0 ? null : codeWith("return None")(body)),
    });
    const { record } = await run("piecewise", fill);
    expect(record.tasks[0]?.functionCode).toContain("return value + 7");
    expect(record.attempts).toHaveLength(6);
  });

  it("a reviewer's word goes to the coder, and a worse version is not kept", async () => {
    const fill = answering({
      verdict: () => "revise",
      code_problems: (n) => (n === 0 ? "- Line 3: the name could be better" : ""),
      code: (n, body) => (n === 0 ? null : codeWith("return 0")(body)),
    });
    const { record, bodies } = await run("coder-reviewer", fill);
    expect(bodies.map(pieceOf)).toEqual([
      "report_word",
      "write_task",
      "review",
      "write_implementation",
      "review",
    ]);
    expect(textOf(bodies[2] as ChatBody)).toContain("3 of 3 cases passed.");
    expect(textOf(bodies[3] as ChatBody)).toContain("the name could be better");
    expect(record.tasks[0]?.functionCode).toContain("return value + 7");
  });

  it("an unusable answer in a round leaves the best version, and is kept as an attempt", async () => {
    const { context } = await scene(
      answering({ code: (n, body) => (n === 0 ? codeWith("return value - 7")(body) : "no function here") }),
    );
    const record = await generators.piecewise.generate(numberPage(7), context);
    expect(record.state).toBe("generated");
    expect(record.attempts?.at(-1)?.text).toContain("no function here");
    expect(record.attempts?.at(-1)?.result).toBe("not-usable");
  });
});

describe("faults of the environment are never fed back", () => {
  const faults: [string, string, string][] = [
    [
      "network",
      "import urllib.request",
      'urllib.request.urlopen("https://huggingface.co/gpt2/resolve/main/config.json")',
    ],
    ["missing asset", "import pathlib", 'pathlib.Path("/models/weights.bin").read_bytes()'],
    ["full disk", "import errno", 'raise OSError(errno.ENOSPC, "No space left on device")'],
  ];
  it.each(faults)("%s", async (_name, imports, line) => {
    const fill = answering({
      imports: () => `import numbers\n${imports}`,
      code: (_n, body) => codeWith(`${line}\n    return value + 7`)(body),
    });
    const { record, bodies } = await run("piecewise", fill);
    expect(bodies.map(pieceOf).slice(1)).toEqual([
      "state_requirement",
      "write_signature",
      "write_implementation",
      "write_tests",
    ]);
    expect(record.state).toBe("generated");
    const results = record.attempts?.slice(2).map(({ result }) => result);
    expect(results).toEqual(["environment-fault", "environment-fault"]);
  });

  it("a package that cannot be installed", async () => {
    const fill = answering({
      requirements: () => "codergen-no-such-distribution",
      imports: () => "import numbers\nimport codergen_no_such_distribution",
    });
    const { record, bodies } = await run("piecewise", fill);
    expect(bodies).toHaveLength(5);
    expect(record.attempts?.at(-1)?.result).toBe("environment-fault");
  });

  it("a real fault beside one of the environment is fed back alone", async () => {
    const network =
      'def test_add_7_normal():\n    import socket\n    socket.create_connection(("huggingface.co", 80), 2)\n    assert add_7(1) > 7';
    const fill = answering({
      normal: () => network,
      code: (n, body) => (n === 0 ? codeWith("return value - 7")(body) : null),
    });
    const { bodies } = await run("piecewise", fill);
    const again = bodies.filter((body) => textOf(body).includes("Checking this program showed"));
    expect(again.length).toBeGreaterThan(0);
    for (const body of again) expect(textOf(body)).not.toMatch(/huggingface|gaierror|Network|resolution/);
  });
});

describe("a document that a server will not take", () => {
  it("ends as rejected, and the next one goes on", async () => {
    const made = await modelScene({ contextChars: 4_000 }, { sandbox, folder: await tempFolder() });
    onTestFinished(() => made.close());
    const long = numberPage(8, "A long page. ".repeat(2_000));
    expect(await generators.piecewise.generate(long, made.context)).toMatchObject({
      state: "rejected",
      reason: "model-rejected-request",
      detail: expect.stringContaining("longer than the context"),
    });
    expect((await generators.piecewise.generate(numberPage(7), made.context)).state).toBe("generated");
  });
});
