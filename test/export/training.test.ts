/** Training sets: what readers expect, nothing leaks between splits, nothing is lost unsaid. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TaskRow } from "../../src/contracts/task-row.ts";
import {
  splitNames,
  type TrainingFailure,
  trainingFormats,
  type TrainingOptions,
  trainingOptionsSchema,
} from "../../src/contracts/training.ts";
import { rowFormats } from "../../src/export/training/formats/index.ts";
import type { Wording } from "../../src/export/training/messages.ts";
import { splitGroups, splitsOfGroups } from "../../src/export/training/split.ts";
import { Families } from "../../src/export/training/families.ts";
import { readPromptFolder } from "../../src/io/prompt-folder.ts";
import { exportTraining } from "../../src/pipeline/training.ts";
import { trainingTaskOf } from "../../src/pipeline/training-failures.ts";
import { numberOf } from "../../src/util/hash.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const prompts = readPromptFolder();
const wording: Wording = {
  instruction: prompts.get("train/instruction"),
  repair: prompts.get("train/repair"),
  system: null,
};
const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa"];

/** A row whose function is like no other with another number. */
function rowNumber(number: number, overrides: Partial<TaskRow> = {}): TaskRow {
  const lines = words.map(
    (word, at) => `    ${word}_${number} = ${word}${(number * 7 + at) % 13}(data, ${number + at})`,
  );
  return sampleRow({
    task_id: `task_${number}`,
    document_id: `document-${number}`,
    instruction: `Compute number ${number}.`,
    function: `def mean_of(data):\n    """Compute it.\n\n    Returns:\n        int: The value.\n    """\n${lines.join("\n")}\n    return alpha_${number}`,
    ...overrides,
  });
}

const failure = (row: TaskRow): TrainingFailure => ({
  task: trainingTaskOf(row),
  broken: "def mean_of(data):\n    return daat\n",
  failure: "NameError: name 'daat' is not defined",
  analysis: {
    category: "naming",
    code: "undefined-name",
    exception: "NameError",
    message: "name 'daat' is not defined",
    line: 2,
    lineText: "    return daat",
    cause: "The name `daat` is defined nowhere.",
    suggestions: ["Write `data`."],
    testLine: null,
    testLineText: null,
    comparison: null,
  },
  fixed: trainingTaskOf(row).code,
  origin: "sample",
});

async function exported(rows: readonly TaskRow[], given: object, failures: readonly TrainingFailure[] = []) {
  const folder = join(await tempFolder(), "training");
  const options: TrainingOptions = trainingOptionsSchema.parse({ formats: ["chat"], ...given });
  async function* stream() {
    yield* rows;
  }
  const work = exportTraining(stream, options, {
    folder,
    wording,
    failures:
      async () =>
      ({ taskId }) =>
        failures.filter(({ task }) => task.taskId === taskId),
    sketches: [],
    families: new Families(),
    signal: new AbortController().signal,
  });
  let step = await work.next();
  while (step.done !== true) step = await work.next();
  const read = (format: string, name: string) =>
    readFileSync(join(folder, format, `${name}.jsonl`), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, never>);
  return { folder, summary: step.value, read };
}

const all = { train: 1, validation: 0, test: 0 };

describe("a row of each format", () => {
  const row = rowNumber(1);
  const made = Object.fromEntries(
    trainingFormats.map((name) => {
      const format = rowFormats[name];
      return [
        name,
        format.of === "task" ? format.row(trainingTaskOf(row), wording) : format.row(failure(row), wording),
      ];
    }),
  ) as Record<string, Record<string, never>>;
  const answer = expect.stringContaining("def mean_of(data):") as string;

  it("has the fields that readers expect, and no others", () => {
    const fields = Object.fromEntries(
      Object.entries(made).map(([name, value]) => [name, Object.keys(value)]),
    );
    expect(fields).toEqual({
      chat: ["messages"],
      alpaca: ["instruction", "input", "output", "system"],
      completion: ["prompt", "completion"],
      sharegpt: ["conversations"],
      repair: ["messages"],
      preference: ["prompt", "chosen", "rejected"],
      "openai-preference": ["input", "preferred_output", "non_preferred_output"],
      quadruplets: ["instruction", "reasoning", "code", "tests"],
    });
  });

  it("asks and answers", () => {
    expect(made["chat"]).toEqual({
      messages: [
        { role: "system", content: expect.any(String) as string },
        { role: "user", content: expect.stringContaining("Compute number 1.") as string },
        { role: "assistant", content: answer },
      ],
    });
    expect(made["alpaca"]).toMatchObject({ input: "", output: answer });
    expect(made["completion"]?.["prompt"]).toMatch(
      /^# Compute number 1\.\n#\n# The function is called `mean_of`/,
    );
    expect(made["completion"]?.["completion"]).toMatch(/^import statistics\n\n\ndef mean_of/);
    expect(made["quadruplets"]).toMatchObject({ reasoning: "Compute it.\n\nReturns:\n    int: The value." });
    expect(made["preference"]).toMatchObject({
      prompt: [{ role: "system" }, { role: "user" }],
      chosen: [{ role: "assistant", content: answer }],
      rejected: [{ role: "assistant", content: expect.stringContaining("daat") as string }],
    });
    expect(JSON.stringify(made["repair"])).toContain("Line 2 is to blame: `return daat`.");
  });

  it("T71: names speakers as readers know them, first system, then in turns", () => {
    const turns = made["sharegpt"]?.["conversations"] ?? [];
    const speakers = (turns as unknown as { from: string }[]).map(({ from }) => from);
    expect(speakers).toEqual(["system", "human", "gpt"]);
  });

  it("leaves out an empty system message", () => {
    const format = rowFormats.chat;
    const bare = format.of === "task" ? format.row(trainingTaskOf(row), { ...wording, system: "" }) : {};
    expect((bare["messages"] as { role: string }[]).map(({ role }) => role)).toEqual(["user", "assistant"]);
  });
});

describe("splits", () => {
  it("keep a document and what is like it on one side, whatever the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 30 })), {
          minLength: 1,
          maxLength: 30,
        }),
        (pairs) => {
          const documents = Float64Array.from(pairs, ([document]) => document);
          const likes = Uint32Array.from(pairs, ([, like], index) => Math.min(like, index));
          const groups = splitGroups(documents, [likes]);
          pairs.forEach((_, index) => {
            expect(groups[index]).toBe(groups[likes[index] ?? index]);
            expect(groups[index]).toBe(groups[documents.indexOf(documents[index] ?? 0)]);
          });
        },
      ),
    );
  });

  it("have their shares, and with many groups one stays where it is when others come", () => {
    const shares = { train: 0.8, validation: 0.1, test: 0.1 };
    const names = Float64Array.from({ length: 5_000 }, (_, index) => numberOf(`document ${index}`));
    const parts = splitsOfGroups(names, shares, 3);
    for (const [part, name] of splitNames.entries()) {
      const share = parts.filter((given) => given === part).length / parts.length;
      expect(Math.abs(share - shares[name])).toBeLessThan(0.02);
    }
    expect(splitsOfGroups(names.slice(0, 2_000), shares, 3)).toEqual(parts.slice(0, 2_000));
    expect(splitsOfGroups(names, shares, 4)).not.toEqual(parts);
  });

  it.each([
    [0.8, 0.1, 0.1],
    [0.5, 0.25, 0.25],
    [0.34, 0.33, 0.33],
  ])("of a few groups have the shares %d, %d, %d as nearly as can be", (train, validation, test) => {
    const names = Float64Array.from({ length: 20 }, (_, index) => numberOf(`document ${index}`));
    const parts = splitsOfGroups(names, { train, validation, test }, 0);
    const counts = [0, 1, 2].map((part) => parts.filter((given) => given === part).length);
    [train, validation, test].forEach((share, place) =>
      expect(Math.abs((counts[place] ?? 0) - 20 * share)).toBeLessThanOrEqual(1),
    );
  });

  it("do not leak: planted near-duplicates and tasks of one document are on one side", async () => {
    const originals = Array.from({ length: 60 }, (_, number) => rowNumber(number));
    const copies = originals.map((row, number) => ({
      ...row,
      task_id: `copy_${number}`,
      document_id: `other-document-${number}`,
      function: row.function
        .replace("    return", "    extra = 1\n    return")
        .replace("Compute it", "Say it in other words"),
    }));
    const siblings = originals.map((row, number) =>
      rowNumber(1_000 + number, { document_id: row.document_id }),
    );
    const { summary, read } = await exported([...originals, ...copies, ...siblings], {
      split: { train: 0.5, validation: 0.25, test: 0.25 },
      audit: { nearDuplicates: "keep" },
    });
    expect(summary.formats[0]?.rows.train).toBeGreaterThan(50);
    const places = new Map<string, string>();
    for (const { taskId, split } of read("chat", "index") as unknown as { taskId: string; split: string }[])
      places.set(taskId, split);
    expect(new Set(places.values())).toEqual(new Set(["train", "validation", "test"]));
    for (let number = 0; number < 60; number++) {
      expect(places.get(`copy_${number}`)).toBe(places.get(`task_${number}`));
      expect(places.get(`task_${1_000 + number}`)).toBe(places.get(`task_${number}`));
    }
  });
});

describe("what goes into a training set", () => {
  it("is what the tier, the share of passed cases, the length and the audit leave, and all of it is accounted for", async () => {
    const rows = [
      rowNumber(1),
      rowNumber(2, { tier: "any" }),
      rowNumber(3, { case_verdicts: ["passed", "failed"] }),
      { ...rowNumber(1), task_id: "twin", document_id: "twin" },
      rowNumber(4, { instruction: "x ".repeat(5_000) }),
      rowNumber(5, { program: "mail = 'ada.l@lovelace-engines.org'\n" }),
      rowNumber(6, { instruction: "Write to ada.l@lovelace-engines.org." }),
    ];
    const given = {
      split: all,
      minPassShare: 1,
      maxTokens: 2_000,
      audit: { nearDuplicates: "drop", findings: "redact" },
    };
    const { summary, read } = await exported(rows, given);
    expect(read("chat", "index").map(({ taskId }) => taskId)).toEqual(["task_1", "task_6"]);
    expect(summary.audit).toMatchObject({ tasks: 5, kept: 3, leftOut: { "near-duplicate": 1, personal: 1 } });
    expect(summary.formats[0]).toMatchObject({ rows: { train: 2, validation: 0, test: 0 }, tooLong: 1 });
    expect(JSON.stringify(read("chat", "train"))).toContain("Write to [e-mail].");
    expect(JSON.stringify(read("chat", "train"))).not.toContain("lovelace");
  });

  it("has no empty files, and says in its statistics that it is empty", async () => {
    const { folder, summary } = await exported([rowNumber(1)], { formats: ["repair", "chat"], split: all });
    expect(readdirSync(join(folder, "repair")).toSorted()).toEqual(["index.jsonl", "stats.json"]);
    expect(summary.formats[0]).toMatchObject({ format: "repair", rows: { train: 0 }, packing: null });
    expect(readdirSync(join(folder, "chat")).toSorted()).toEqual([
      "configs",
      "index.jsonl",
      "stats.json",
      "train.jsonl",
    ]);
  });

  it("takes failures to the side of their task, and no failure with a secret in it", async () => {
    const row = rowNumber(1);
    const leaking = { ...failure(row), broken: `key = "${["AKIA", "QQ3SJ7XHGKLMNPRT"].join("")}"\n` };
    const { read } = await exported([row], { formats: ["preference"], split: all }, [failure(row), leaking]);
    expect(read("preference", "train")).toHaveLength(1);
  });

  it("replaces an earlier one, and nothing else", async () => {
    const { folder } = await exported([rowNumber(1)], {});
    const again = exportTraining(
      async function* () {
        yield rowNumber(2);
      },
      trainingOptionsSchema.parse({ formats: ["chat"] }),
      {
        folder: join(folder, "chat"),
        wording,
        failures: async () => () => [],
        sketches: [],
        families: new Families(),
        signal: new AbortController().signal,
      },
    );
    await expect(again.next()).rejects.toMatchObject({ code: "run-conflict" });
  });
});
