/**
 * What belongs together though the programs differ. Programs of one line are changed much by one more: their instructions
 * keep copies on the side of what they copy.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { NearDuplicateIndex } from "../../src/audit/near-duplicates.ts";
import { trainingOptionsSchema } from "../../src/contracts/training.ts";
import { Families } from "../../src/export/training/families.ts";
import { readPromptFolder } from "../../src/io/prompt-folder.ts";
import { exportTraining } from "../../src/pipeline/training.ts";
import { numberOf } from "../../src/util/hash.ts";
import { sampleRow } from "../helpers/sample-row.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const nouns = ["rain", "wind", "snow", "fog", "hail", "dew", "frost", "sun", "cloud", "storm", "heat", "ice"];

function rowOf(number: number, copy: boolean) {
  const [a, b, c] = [1, 5, 7].map((step) => nouns[(number * step) % nouns.length] ?? "");
  const name = copy ? `other_${number}` : `own_${number}`;
  return sampleRow({
    task_id: `${copy ? "copy" : "task"}_${number}`,
    document_id: `${copy ? "elsewhere" : "document"}-${number}`,
    function_name: name,
    instruction: `${copy ? "In other words: " : ""}Write ${name}, which takes the ${a} of station ${number} and the ${b} of day ${number * 3} and gives the ${c} that follows from them, or nothing when ${number * 7} readings of the ${a} are missing.`,
    imports: "",
    function: `def ${name}(x):\n${copy ? "    extra = 1\n" : ""}    return ${a}_${c}(x, ${number})`,
  });
}

it("do not leak", async () => {
  const rows = Array.from({ length: 80 }, (_, number) => [rowOf(number, false), rowOf(number, true)]).flat();
  const folder = join(await tempFolder(), "training");
  async function* stream() {
    yield* rows;
  }
  const prompts = readPromptFolder();
  const options = { formats: ["chat"], split: { train: 0.5, validation: 0.25, test: 0.25 } };
  const work = exportTraining(
    stream,
    trainingOptionsSchema.parse({ ...options, audit: { nearDuplicates: "keep" } }),
    {
      folder,
      wording: {
        instruction: prompts.get("train/instruction"),
        repair: prompts.get("train/repair"),
        system: null,
      },
      failures: async () => () => [],
      sketches: [],
      families: new Families(),
      signal: new AbortController().signal,
    },
  );
  let step = await work.next();
  while (step.done !== true) step = await work.next();
  const lines = readFileSync(join(folder, "chat/index.jsonl"), "utf8").trimEnd().split("\n");
  const places = new Map(
    lines.map((line) => {
      const { taskId, split } = JSON.parse(line) as { taskId: string; split: string };
      return [taskId, split] as const;
    }),
  );
  expect(new Set(places.values())).toEqual(new Set(["train", "validation", "test"]));
  const leaks = rows.filter(
    ({ task_id }) => places.get(task_id) !== places.get(task_id.replace("copy", "task")),
  );
  expect(leaks.map(({ task_id }) => task_id)).toEqual([]);
});

it("what has no words is like nothing", () => {
  const index = new NearDuplicateIndex(64);
  for (let number = 0; number < 50; number++) index.addHashes(new Uint32Array(0));
  expect(new Set(index.groups(0.7)).size).toBe(50);
});

it("a task composed of two others is of one family with both, and with what else is made of them", () => {
  const families = new Families();
  const composed = (documentId: string, documents: string[]) =>
    families.see({
      documentId,
      provenance: { method: "compose", toolkitVersion: "0", arguments: { documents } },
    });
  composed("pair-1", ["a", "b"]);
  composed("pair-2", ["b", "c"]);
  composed("pair-3", ["d", "e"]);
  const leaderOf = (name: string) => families.leaderOf(numberOf(name));
  expect(new Set(["pair-1", "pair-2", "a", "b", "c"].map(leaderOf)).size).toBe(1);
  expect(new Set(["pair-3", "d", "e"].map(leaderOf)).size).toBe(1);
  expect(leaderOf("d")).not.toBe(leaderOf("a"));
  expect(leaderOf("alone")).toBe(numberOf("alone"));
});
