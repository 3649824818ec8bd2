/** Which tasks a fine-tuned model is asked: none that it was trained on, unless that is wanted and said. */
import { describe, expect, it } from "vitest";
import { heldOutTasks } from "../../src/evaluate/held-out.ts";

const tasks = ["a", "b", "c", "d", "e"].map((id) => ({ id, cluster: `doc-${id}` }));
const rows = [
  { split: "train", taskId: "a", documentId: "doc-a" },
  { split: "train", taskId: "b", documentId: "doc-b" },
  { split: "validation", taskId: "c", documentId: "doc-c" },
  { split: "test", taskId: "d", documentId: "doc-d" },
] as const;

describe("tasks to ask", () => {
  it("are those of the test split; what is in no split is not asked", () => {
    const { ids, split, note } = heldOutTasks(tasks, rows, "test");
    expect(ids).toEqual(["d"]);
    expect(split).toBe("test");
    expect(note).toBe(
      "1 tasks of the test split; left out: 2 of the train split, 1 of the validation split, 1 in no split",
    );
  });

  it("may be those that were trained on, which is said", () => {
    const { ids, note } = heldOutTasks(tasks, rows, "train");
    expect(ids).toEqual(["a", "b"]);
    expect(note).toContain("this shows memory, not skill");
    expect(heldOutTasks(tasks, rows, "all")).toMatchObject({ ids: ["a", "b", "c", "d", "e"], split: "all" });
  });

  it("are all of another dataset", () => {
    const others = [{ id: "x", cluster: "x" }];
    expect(heldOutTasks(others, rows, "test")).toMatchObject({ ids: ["x"], split: null });
  });

  it("are not all of a dataset that shares only a document: its other tasks are near what was trained on", () => {
    const sibling = [{ id: "a2", cluster: "doc-a" }];
    expect(heldOutTasks(sibling, rows, "test")).toMatchObject({ ids: [], split: "test" });
  });

  it("are all where nothing is known, which is said", () => {
    const { ids, split, note } = heldOutTasks(tasks, null, "test");
    expect(ids).toHaveLength(5);
    expect(split).toBeNull();
    expect(note).toContain("not known");
  });
});
