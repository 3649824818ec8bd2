/** Folders of a training format: what is trained on, what is refused, and the questions that rows ask. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTrainingSet, questionsOf } from "../../src/io/training-set.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

async function folderWith(
  files: Readonly<Record<string, readonly object[]>>,
  name = "chat",
): Promise<string> {
  const folder = join(await tempFolder(), name);
  mkdirSync(folder);
  for (const [file, rows] of Object.entries(files))
    writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return folder;
}

const chat = (question: string) => ({
  messages: [
    { role: "system", content: "You write Python." },
    { role: "user", content: question },
    { role: "assistant", content: "pass" },
  ],
});
const index = (split: string, line: number, taskId: string) => ({ split, line, taskId, documentId: taskId });

describe("a training set", () => {
  it("has the questions of all its splits, by task", async () => {
    const folder = await folderWith({
      "train.jsonl": [chat("one"), chat("two")],
      "test.jsonl": [chat("three")],
      "index.jsonl": [index("train", 0, "a"), index("train", 1, "b"), index("test", 0, "c")],
    });
    const set = await readTrainingSet(folder);
    expect(set.format).toBe("chat");
    const questions = await questionsOf(set);
    expect([...questions.keys()]).toEqual(["a", "b", "c"]);
    expect(questions.get("c")).toEqual([
      { role: "system", content: "You write Python." },
      { role: "user", content: "three" },
    ]);
  });

  it("in ShareGPT's form asks the same, as plain text its prompt, and a repair something else than the task", async () => {
    const lines = { "index.jsonl": [index("train", 0, "a")] };
    const share = {
      conversations: [
        { from: "human", value: "one" },
        { from: "gpt", value: "pass" },
      ],
    };
    const sharegpt = await readTrainingSet(
      await folderWith({ "train.jsonl": [share], ...lines }, "sharegpt"),
    );
    expect(sharegpt.format).toBe("sharegpt");
    expect((await questionsOf(sharegpt)).get("a")).toEqual([{ role: "user", content: "one" }]);
    const plain = { prompt: "# one\n", completion: "pass\n" };
    const completion = await readTrainingSet(
      await folderWith({ "train.jsonl": [plain], ...lines }, "completion"),
    );
    expect(completion.format).toBe("completion");
    expect((await questionsOf(completion)).get("a")).toEqual([{ role: "user", content: "# one\n" }]);
    const repair = await readTrainingSet(
      await folderWith({ "train.jsonl": [chat("one")], ...lines }, "repair"),
    );
    expect(repair.format).toBe("repair");
    expect((await questionsOf(repair)).size).toBe(0);
  });

  it("without an index says nothing of what it is made of", async () => {
    expect((await readTrainingSet(await folderWith({ "train.jsonl": [chat("one")] }))).index).toBeNull();
  });

  it.each([
    ["no rows", [], "has no rows"],
    ["rows of no format", [{ text: "x" }], "no format that is trained on"],
    [
      "a speaker of another's",
      [{ conversations: [{ from: "bot", value: "x" }] }],
      "line 1 is no row of the format sharegpt",
    ],
    [
      "a second format",
      [chat("one"), { prompt: "x", completion: "y" }],
      "line 2 is no row of the format chat",
    ],
  ])("with %s is refused", async (_what, rows, message) => {
    const folder = await folderWith({ "train.jsonl": rows });
    await expect(readTrainingSet(folder)).rejects.toMatchObject({ code: "input-invalid" });
    await expect(readTrainingSet(folder)).rejects.toThrow(message);
  });

  it("with a broken index is refused, with its line", async () => {
    const folder = await folderWith({
      "train.jsonl": [chat("one")],
      "index.jsonl": [index("train", 0, "a"), { split: "dev" }],
    });
    await expect(readTrainingSet(folder)).rejects.toThrow("index.jsonl: line 2");
  });
});
