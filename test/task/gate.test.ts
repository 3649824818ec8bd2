import { beforeAll, describe, expect, test } from "vitest";
import type { Task } from "../../src/contracts/task.ts";
import { loadPython, type Python } from "../../src/python/index.ts";
import { renderTask, staticGate } from "../../src/task/index.ts";
import { doublingTask } from "./doubling-task.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});
const codes = (task: Task): string[] => staticGate(task, python).map((problem) => problem.code);
const withNormal = (body: string): Task => {
  const task = doublingTask();
  const cases = task.cases.map((testCase) =>
    testCase.kind === "normal" ? { ...testCase, code: `def test_double_normal():\n${body}` } : testCase,
  );
  return { ...task, cases };
};

test("a good task has no problem", () => {
  expect(staticGate(doublingTask(), python)).toEqual([]);
});

describe("the function", () => {
  test.each<[string, (task: Task) => Task, string]>([
    ["does not parse", (task) => ({ ...task, functionCode: "def double(:" }), "syntax"],
    ["has another name", (task) => ({ ...task, functionName: "triple" }), "no-function"],
    [
      "is not alone",
      (task) => ({ ...task, functionCode: `${task.functionCode}\ndef more():\n    pass` }),
      "second-public",
    ],
    [
      "has no Raises",
      (task) => ({ ...task, functionCode: task.functionCode.replace("Raises:", "Fails:") }),
      "docstring-section",
    ],
    [
      "hides a parameter",
      (task) => ({ ...task, functionCode: task.functionCode.replace("number (int):", "n:") }),
      "docstring-section",
    ],
    ["uses an unknown name", (task) => ({ ...task, imports: "" }), "undefined-name"],
    [
      "opens a made-up file",
      (task) => ({ ...task, functionCode: `${task.functionCode} + len(open('/path/to/x').read())` }),
      "invented-path",
    ],
  ])("%s", (_, change, code) => {
    expect(codes(change(doublingTask()))).toContain(code);
  });

  test("an undefined name is told with its line in the file", () => {
    const task = { ...doublingTask(), imports: "" };
    const problem = staticGate(task, python).find((found) => found.code === "undefined-name");
    expect(problem?.message).toContain("math");
    expect(renderTask(task).text.split("\n")[(problem?.line ?? 0) - 1]).toContain("math.trunc");
  });
});

describe("the cases", () => {
  test.each([
    ["    double(1)", "no-assertion"],
    ["    assert 1 + 1 == 2", "no-call"],
    ["    double(1)\n    assert True", "always-true"],
    ["    x = double(1)\n    assert x == x", "always-true"],
    ["    assert (double(1) == 2, 'm')", "always-true"],
    ["    assert double(1) == 2 or True", "always-true"],
    ["    try:\n        assert double(1) == 2\n    except Exception:\n        pass", "swallowed-exception"],
    ["    import time\n    time.sleep(1)\n    assert double(1) == 2", "sleep"],
    ["    x = double(1)\n    assert x == 2\n    assert x == 2", "duplicate-assert"],
    ["    import requests\n    assert double(requests.get('http://example.com').n) == 2", "invented-host"],
  ])("%j", (body, code) => {
    expect(codes(withNormal(body))).toEqual([code]);
  });

  test("a missing kind", () => {
    const task = doublingTask();
    expect(codes({ ...task, cases: task.cases.slice(1) })).toEqual(["case-kinds"]);
  });

  test("a host in a string that is only taken apart is fine", () => {
    expect(codes(withNormal("    assert double(len('http://example.com')) == 36"))).toEqual([]);
  });
});
