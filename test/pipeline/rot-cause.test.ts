/** Why a task rotted: the table of causes, and what the environments of then and today say together. */
import { describe, expect, it } from "vitest";
import type { Environment } from "../../src/contracts/environment.ts";
import type { CaseResult, Cause, Verdict, VerifyRecord } from "../../src/contracts/execution.ts";
import { healthOf, type Reverified } from "../../src/pipeline/refresh/classify.ts";
import { unknownCodes } from "../../src/pipeline/refresh/rot-cause.ts";
import { doublingTask } from "../task/doubling-task.ts";

const task = doublingTask();
const LIBRARY =
  '  File "/env/lib/python3.11/site-packages/lib/core.py", line 3, in run\n    raise ValueError(text)\n';
const OWN = '  File "sample_double.py", line 42, in double\n    return lib.run(number)\n';

function environment(version: string, overrides: Partial<Environment> = {}): Environment {
  return {
    id: version,
    requirements: ["lib"],
    pythonVersion: "3.11.7",
    state: "ready",
    lock: [`lib==${version}`],
    reason: null,
    ...overrides,
  };
}

function failure(exception: string, message: string, frames = OWN, code = "exception"): Cause {
  const traceback = `Traceback (most recent call last):\n${frames}${exception}: ${message}`;
  return { stage: "case", code, exception, message, line: 42, lineText: "", traceback };
}

type Fate = Verdict | Cause;

function record(fates: readonly [Fate, Fate, Fate], overrides: Partial<VerifyRecord> = {}): VerifyRecord {
  const cases = task.cases.map(({ kind, name }, index): CaseResult => {
    const fate = fates[index] ?? "passed";
    const verdict = typeof fate === "string" ? fate : fate.code === "assertion" ? "failed" : "error";
    const cause = typeof fate === "string" ? null : fate;
    const counts = { assertionsWritten: 1, assertionsExecuted: 1, output: { text: "", totalBytes: 0 } };
    return { kind, name, verdict, cause, ...counts, vacuousUnder: [] };
  });
  return {
    taskId: task.id,
    documentId: task.documentId,
    environmentId: "e",
    backend: "bubblewrap",
    isolated: true,
    channel: "shared",
    tier: "verified",
    outcome: "completed",
    cause: null,
    cases,
    reruns: [],
    flakyCases: [],
    notVerified: [],
    ...overrides,
  };
}

const well = record(["passed", "passed", "passed"]);

function health(now: VerifyRecord, overrides: Partial<Reverified> = {}) {
  return healthOf({
    task,
    before: { record: well, environment: environment("1.0") },
    now: { record: now, environment: environment("2.0") },
    locked: well,
    lockedState: "restored",
    ...overrides,
  });
}

const normal = (cause: Cause): VerifyRecord => record([cause, "passed", "passed"]);

describe("the table of causes", () => {
  it("knows only codes of the traceback analyser", () => {
    expect(unknownCodes).toEqual([]);
  });

  it.each([
    ["removed-api", failure("AttributeError", "module 'lib' has no attribute 'run'")],
    [
      "removed-api",
      failure("AttributeError", "'CountVectorizer' object has no attribute 'get_feature_names'"),
    ],
    ["removed-api", failure("ImportError", "cannot import name 'run' from 'lib' (/env/lib.py)")],
    ["removed-api", failure("ModuleNotFoundError", "No module named 'lib.old'")],
    ["changed-output", failure("AttributeError", "'list' object has no attribute 'toarray'")],
    ["changed-signature", failure("TypeError", "run() got an unexpected keyword argument 'sparse'")],
    ["changed-signature", failure("TypeError", "run() missing 1 required positional argument: 'y'")],
    [
      "changed-signature",
      failure(
        "lib.InvalidParameterError",
        "The 'loss' parameter of SGD must be a str among {'log_loss'}. Got 'log' instead.",
        OWN + LIBRARY,
      ),
    ],
    ["changed-exception", failure("ValueError", "Input is odd", OWN + LIBRARY)],
    ["changed-output", failure("AssertionError", "[1, 0] == [0, 1] is false", OWN, "assertion")],
    ["changed-output", failure("ValueError", "too many values to unpack (expected 2)")],
    ["missing-asset", failure("FileNotFoundError", "[Errno 2] No such file or directory: 'weights.bin'")],
    [
      "missing-asset",
      failure("URLError", "<urlopen error [Errno -3] Temporary failure in name resolution>", OWN, "network"),
    ],
    ["resource", failure("MemoryError", "Unable to allocate 8.00 GiB")],
  ] as const)("%s: %j", (cause, told) => {
    const found = health(normal(told));
    expect(found.cause).toBe(cause);
    expect(found.evidence?.case).toBe("test_double_normal");
    expect(found.detail).toContain("lib 1.0 → 2.0");
  });

  it("a case that expects an exception and sees none, or another one", () => {
    const none = failure("AssertionError", "TypeError was expected", OWN, "assertion");
    const other = failure(
      "lib.InvalidParameterError",
      "The 'n' parameter of f must be an int.",
      OWN + LIBRARY,
    );
    expect(health(record(["passed", none, "passed"])).cause).toBe("changed-exception");
    expect(health(record(["passed", other, "passed"])).cause).toBe("changed-exception");
  });

  it("of several failures the one that explains the others speaks, and of alike ones the whole value", () => {
    const gone = failure("AttributeError", "module 'lib' has no attribute 'run'");
    const range = failure("AssertionError", "assert 3 <= result", OWN, "assertion");
    const value = failure("AssertionError", "[1] == [2] is false", OWN, "assertion");
    expect(health(record([range, gone, value])).evidence?.case).toBe("test_double_edge");
    expect(health(record([range, "passed", value])).evidence?.message).toContain("[1] == [2]");
  });
});

describe("what the environments say together", () => {
  const broken = normal(failure("AttributeError", "module 'lib' has no attribute 'run'"));

  it("what works in both is well", () => {
    expect(health(well)).toMatchObject({ cause: null, locked: "passed", evidence: null });
  });

  it("what fails with the versions of then too did not rot by a package", () => {
    expect(health(broken, { locked: broken })).toMatchObject({ cause: "environment", locked: "failed" });
    const same = { locked: null, lockedState: "same-versions" as const };
    expect(health(broken, same)).toMatchObject({ cause: "environment", locked: "same-versions" });
  });

  it("an asset that is gone is named, whichever environment", () => {
    const lost = normal(failure("FileNotFoundError", "[Errno 2] No such file or directory: 'weights.bin'"));
    expect(health(lost, { locked: lost }).cause).toBe("missing-asset");
  });

  it("versions of then that cannot be had are told, and the cause is what today's failure says", () => {
    const found = health(broken, { locked: null, lockedState: "not-restored" });
    expect(found).toMatchObject({ cause: "removed-api", locked: "not-restored" });
    expect(found.detail).toContain("cannot be had");
  });

  it("what cannot be installed is the install's fault", () => {
    const failed = environment("2.0", { state: "install-failed", lock: [], reason: "no wheel" });
    const told = {
      ...failure("", "no wheel", "", "install-failed"),
      stage: "install" as const,
      exception: null,
    };
    const now = record(["not-run", "not-run", "not-run"], { outcome: "install-failed", cause: told });
    const found = health(now, { now: { record: now, environment: failed } });
    expect(found).toMatchObject({ cause: "install", versions: [] });
    expect(found.detail).toContain("no wheel");
  });

  it("what passes and fails by turns is flaky", () => {
    const now = { ...broken, flakyCases: ["test_double_normal"] };
    expect(health(now).cause).toBe("flaky");
  });

  it("a case that never passed cannot break", () => {
    const weak = record([failure("ValueError", "x"), "passed", "passed"], { tier: "any" });
    const before = { record: weak, environment: environment("1.0") };
    expect(health(normal(failure("ValueError", "y")), { before }).cause).toBeNull();
  });

  it("a task that was rotten is well only when all of its cases pass", () => {
    const before = {
      record: { ...broken, tier: "none" as const, notVerified: ["rotten"] },
      environment: environment("1.0"),
    };
    expect(health(broken, { before }).cause).not.toBeNull();
    expect(health(well, { before }).cause).toBeNull();
  });
});
