import { describe, expect, it } from "vitest";
import { findDuplicates } from "../../src/audit/duplicates.ts";
import type { Task } from "../../src/contracts/task.ts";
import { doublingTask } from "../task/doubling-task.ts";

async function* stream(tasks: readonly Task[]): AsyncGenerator<Task> {
  yield* tasks;
}

describe("findDuplicates", () => {
  it("sees the same task under another name and another id, and only that", async () => {
    const first = doublingTask();
    const renamed = JSON.parse(JSON.stringify(first).replaceAll(first.functionName, "other_name")) as Task;
    const changed = { ...first, id: "changed", functionCode: first.functionCode.replace("2", "3") };
    const found = await findDuplicates(stream([first, { ...renamed, id: "renamed" }, changed]));
    expect([...found]).toEqual([["renamed", first.id]]);
  });
});
