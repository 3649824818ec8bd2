/** Texts of tracebacks that no run here gives: other versions of Python, GPUs, crashes, cut and odd ones. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseFailure, isProgramFault } from "../../src/repair/index.ts";
import { parseStackDump } from "../../src/repair/analyse/stack-dump.ts";
import { parseTraceback } from "../../src/repair/analyse/traceback.ts";

const HEAD = "Traceback (most recent call last):\n";
const frame = (line: number, text: string, name = "work", file = "task.py"): string =>
  `  File "${file}", line ${line}, in ${name}\n    ${text}\n`;
const raised = (...parts: readonly string[]): string => `${HEAD}${parts.join("")}\n`;
const analyse = (text: string) => analyseFailure(text, { code: "" });

describe("parsing", () => {
  it("reads frames, the text under the carets and the message", () => {
    const text = raised(frame(3, "return table[key]"), "           ~~~~~^^^^^\n", "KeyError: 'a'");
    expect(parseTraceback(text)).toEqual([
      {
        type: "KeyError",
        message: "'a'",
        relation: "first",
        frames: [
          { file: "task.py", line: 3, name: "work", text: "return table[key]", span: "table[key]", count: 1 },
        ],
      },
    ]);
  });

  it("counts repeated frames", () => {
    const text = raised(
      frame(2, "return f(n)", "f"),
      "  [Previous line repeated 996 more times]\n",
      "RecursionError: maximum recursion depth exceeded",
    );
    expect(parseTraceback(text)[0]?.frames[0]?.count).toBe(997);
  });

  it("keeps notes and messages of many lines, also with blank ones", () => {
    const text = raised(frame(1, "f()"), "ValueError: first\n\nthird\na note");
    expect(parseTraceback(text)[0]?.message).toBe("first\n\nthird\na note");
  });

  it.each([
    ["", 0],
    ["nothing of the kind", 0],
    [HEAD, 0],
    ["KeyError: 1", 1],
    ["some log\nValueError: x", 1],
    [`${HEAD}  File "a.py", line 1, in <module>\n`, 1],
  ])("takes %j as it is", (text, count) => {
    expect(parseTraceback(text)).toHaveLength(count);
  });

  it("never throws, and names only lines that stand in the text", () => {
    const piece = fc.constantFrom(
      HEAD,
      frame(7, "x = 1"),
      "ValueError: x\n",
      "\nThe above exception was the direct cause of the following exception:\n\n",
      "\nDuring handling of the above exception, another exception occurred:\n\n",
      "  + Exception Group Traceback (most recent call last):\n",
      "  +-+---------------- 1 ----------------\n",
      "    | KeyError: 'b'\n",
      "    ^^^^\n",
      "  [Previous line repeated 3 more times]\n",
      "…",
      "\r\n",
      "\0",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const analysis = analyse(text);
        for (const { frames } of parseTraceback(text)) {
          for (const { line } of frames) expect(text).toContain(`line ${line}`);
        }
        if (analysis?.line !== null && analysis?.line !== undefined)
          expect(text).toContain(`line ${analysis.line}`);
      }),
      { numRuns: 500 },
    );
  });

  it("reads a long text in time that grows with its length", () => {
    const text = raised(frame(2, "f(n)", "f").repeat(20_000), `ValueError: ${"x\n".repeat(20_000)}`);
    expect(parseTraceback(text)[0]?.frames).toHaveLength(20_000);
  });
});

describe("whose frame it is", () => {
  const sitePackages = "/venv/lib/python3.12/site-packages/numpy/core/multiarray.py";

  it.each([
    ["site-packages", sitePackages],
    ["the standard library", "/usr/lib/python3.10/json/decoder.py"],
    ["frozen modules", "<frozen importlib._bootstrap>"],
    ["Windows", "C:\\Python312\\Lib\\json\\decoder.py"],
    ["text that is evaluated", "<string>"],
  ])("%s is a library", (_, file) => {
    const text = raised(
      frame(5, "work(x)"),
      frame(900, "raise ValueError", "inner", file),
      "ValueError: bad",
    );
    expect(analyse(text)?.line).toBe(5);
  });

  it("counts lines beyond the program as the tests'", () => {
    const text = raised(
      frame(9, "assert work(1) == 2", "test_work"),
      frame(2, "return 1 / 0"),
      "ZeroDivisionError: x",
    );
    const analysis = analyseFailure(text, { code: "def work(x):\n    return 1 / 0" });
    expect(analysis).toMatchObject({ line: 2, lineText: "return 1 / 0", testLine: 9 });
  });
});

describe("chains", () => {
  const CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n";
  const CONTEXT = "\nDuring handling of the above exception, another exception occurred:\n\n";
  const inner = raised(frame(4, "int(text)"), "ValueError: invalid literal for int() with base 10: 'x'");

  it.each([CAUSE, CONTEXT])("what a raise only wraps is the cause", (link) => {
    const text = `${inner}${link}${raised(frame(6, 'raise RuntimeError("bad")'), "RuntimeError: bad")}`;
    expect(analyse(text)).toMatchObject({ code: "conversion", line: 4 });
  });

  it("a handler that fails is itself the cause", () => {
    const text = `${inner}${CONTEXT}${raised(frame(6, "log(nothing)"), "NameError: name 'nothing' is not defined")}`;
    expect(analyse(text)).toMatchObject({ code: "unknown-name", line: 6 });
  });
});

describe("messages of libraries and machines", () => {
  const torch = frame(700, "return F.linear(x)", "forward", "/venv/lib/python3.11/site-packages/torch/nn.py");
  const cases: [string, string, string][] = [
    [
      "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB",
      "resource",
      "cuda-out-of-memory",
    ],
    ["RuntimeError: CUDA error: device-side assert triggered", "type-value", "cuda-device-assert"],
    [
      "RuntimeError: CUDA error: no kernel image is available for execution on the device",
      "environment",
      "no-gpu",
    ],
    ["AssertionError: Torch not compiled with CUDA enabled", "environment", "no-gpu"],
    ["RuntimeError: Found no NVIDIA driver on your system.", "environment", "no-gpu"],
    [
      "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
      "type-value",
      "device-mismatch",
    ],
    ["RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)", "type-value", "shape-mismatch"],
    ["RuntimeError: expected scalar type Float but found Double", "type-value", "dtype-mismatch"],
    [
      "RuntimeError: CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate(handle)",
      "resource",
      "cuda-out-of-memory",
    ],
    [
      "OSError: libcudart.so.12: cannot open shared object file: No such file or directory",
      "install",
      "native-library",
    ],
    ["ImportError: /x/y.so: undefined symbol: _ZN2at4_ops", "install", "native-library"],
    ["ImportError: numpy.core.multiarray failed to import", "install", "incompatible-versions"],
    [
      "sklearn.exceptions.NotFittedError: This LinearRegression instance is not fitted yet.",
      "api-misuse",
      "wrong-state",
    ],
    ["ValueError: Expected 2D array, got 1D array instead:", "type-value", "shape-mismatch"],
    [
      "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='x', port=443)",
      "environment",
      "network",
    ],
    [
      "huggingface_hub.utils._errors.RepositoryNotFoundError: 404 Client Error",
      "environment",
      "missing-asset",
    ],
    [
      "OSError: gpt9 is not a local folder and is not a valid model identifier",
      "environment",
      "missing-asset",
    ],
    ["OSError: [Errno 28] No space left on device", "environment", "disk"],
    ["KeyError", "type-value", "missing-key"],
    ["asyncio.exceptions.TimeoutError", "resource", "wall-time"],
    ["MemoryError", "resource", "memory"],
    ["DeprecationWarning: use new() instead", "api-misuse", "deprecated"],
    ["Strange.Unknown: \ud83d\ude00", "api-misuse", "library-error"],
    ["ValueError: <exception str() failed>", "type-value", "invalid-value"],
  ];
  it.each(cases)("%s", (message, category, code) => {
    const analysis = analyse(raised(frame(12, "model(x)"), torch, message));
    expect(analysis).toMatchObject({ category, code, line: 12 });
    expect(isProgramFault({ category: analysis?.category ?? "logic", code })).toBe(
      !["environment", "install"].includes(category),
    );
  });
});

describe("other texts", () => {
  it("a syntax error as Python prints it, with carets", () => {
    const text =
      "  File \"task.py\", line 3\n    print x\n    ^^^^^^^\nSyntaxError: Missing parentheses in call to 'print'. Did you mean print(...)?\n";
    expect(analyse(text)).toMatchObject({
      category: "syntax",
      code: "python-2",
      line: 3,
      lineText: "print x",
    });
  });

  it("what Python proposes", () => {
    const text = raised(
      frame(2, "x.appendd(1)"),
      "AttributeError: 'list' object has no attribute 'appendd'. Did you mean: 'append'?",
    );
    expect(analyse(text)?.suggestions[0]).toBe("Did you mean `append`?");
    const imported = raised(
      frame(2, "jsn"),
      "NameError: name 'json' is not defined. Did you forget to import 'json'?",
    );
    expect(analyse(imported)?.suggestions[0]).toBe("Add `import json`.");
  });

  it("a crash with faulthandler's stacks", () => {
    const text =
      'Fatal Python error: Segmentation fault\n\nThread 0x1 (most recent call first):\n  File "/usr/lib/python3.11/threading.py", line 324 in wait\n\nCurrent thread 0x2 (most recent call first):\n  File "/usr/lib/python3.11/ctypes/__init__.py", line 500 in string_at\n  File "task.py", line 6 in work\n  File "task.py", line 20 in <module>\n';
    expect(parseStackDump(text)?.stacks[0]?.length).toBe(3);
    expect(analyse(text)).toMatchObject({ category: "api-misuse", code: "native-crash", line: 6 });
  });

  it("a traceback that was cut at its beginning, and one at its end", () => {
    const cut = `…ne 3, in outer\n    inner()\n${frame(8, "return a / b", "inner")}ZeroDivisionError: division by zero\n`;
    expect(analyse(cut)).toMatchObject({ code: "division-by-zero", line: 8 });
    expect(analyse(`${HEAD}${frame(8, "return a / b")}`)).toMatchObject({ exception: null, line: 8 });
  });

  it("a deprecation that explains the failure", () => {
    const told = "task.py:4: DeprecationWarning: `old` is deprecated, use `new`\n  module.old()\n";
    const text = `${told}${raised(frame(4, "module.old()"), "AttributeError: module 'module' has no attribute 'old'")}`;
    const analysis = analyse(text);
    expect(analysis?.suggestions[0]).toContain("use `new`");
    expect(analysis?.cause).toContain("DeprecationWarning");
  });

  it("nested exception groups: the first member that went through the program", () => {
    const text = `  + Exception Group Traceback (most recent call last):
  |   File "task.py", line 30, in main
  |     run()
  | ExceptionGroup: outer (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Exception Group Traceback (most recent call last):
    |   File "task.py", line 20, in part
    |     raise ExceptionGroup("inner", errors)
    | ExceptionGroup: inner (1 sub-exception)
    +-+---------------- 1 ----------------
      | Traceback (most recent call last):
      |   File "task.py", line 11, in one
      |     return [][0]
      |            ~~^^^
      | IndexError: list index out of range
      +------------------------------------
    +---------------- 2 ----------------
    | ValueError: second
    +------------------------------------
`;
    expect(analyse(text)).toMatchObject({ code: "index-out-of-range", line: 11 });
  });

  it("no failure where nothing is told", () => {
    expect(analyse("all is well")).toMatchObject({ exception: null, line: null });
  });
});
