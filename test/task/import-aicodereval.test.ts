import { describe, expect, test } from "vitest";
import { importFolder, type ImportRecord, renderTask } from "../../src/task/index.ts";

const mark = (name: string): string => `# ${name} ${"-".repeat(20)}\n\n`;
const FUNCTION =
  'def greet(name):\n    """Greets somebody.\n\n    More.\n    """\n    return "Hello " + name\n';
const ONE_TEST = 'def test_greet():\n    assert greet("a") == "Hello a"\n';

async function importFiles(files: Record<string, string | null>): Promise<Map<string, ImportRecord>> {
  const names = Object.keys(files).sort();
  const found = new Map<string, ImportRecord>();
  for await (const record of importFolder(
    { names, read: (name) => Promise.resolve(files[name] ?? null) },
    "0.0.0",
  )) {
    found.set(record.input, record);
  }
  expect([...found.keys()].map((name) => name.split("#")[0])).toEqual(
    expect.arrayContaining(names.filter((name) => !name.endsWith("json"))),
  );
  return found;
}

async function importOne(text: string, extra: Record<string, string> = {}): Promise<ImportRecord> {
  const found = await importFiles({ "f00001_greet.py": text, ...extra });
  const record = found.get("f00001_greet.py");
  if (record === undefined) throw new Error("no record");
  return record;
}

const fourSections = (test = ONE_TEST, call = "test_greet()"): string =>
  `${mark("function_import")}import os\n\n${mark("function_code")}${FUNCTION}\n${mark("test_function_code")}${test}\n${mark("call_test_function_code")}${call}`;
const withRequirements = (install: string, marker = "call_test_function_line"): string =>
  `${mark("requirements_file")}${install}\n\n${mark("function_import")}import os\n\n${mark("function_code")}${FUNCTION}\n${mark("test_function_code")}${ONE_TEST}\n${marker === "" ? "test_greet()" : mark(marker) + "test_greet()"}`;

describe("layouts", () => {
  test("four sections, requirements in a text file, record in a prompt file", async () => {
    const prompt = `{'code': "###Instruction: Say \\"hello\\".\\n###Output: x", 'api_data': {'domain': 'Computer Vision Depth', 'api_name': 'a/b'}}\n\nTraceback`;
    const found = await importFiles({
      "f00001_greet.py": fourSections(),
      "f00001_greet.txt": "torch==1.13.1+cu116\nPillow",
      "f00001_greet.prompt": prompt,
      "f00001_greet.out": "",
      "f00001_greet.err": "",
      "f00002_other.txt": "x",
    });
    expect(found.get("f00001_greet.py")).toMatchObject({
      state: "accepted",
      task: {
        id: "f00001_greet",
        requirements: ["pillow", "torch==1.13.1+cu116"],
        instruction: 'Say "hello".',
        domain: "Computer Vision",
        functionName: "greet",
        imports: "import os",
      },
      understood: { requirementsStyle: "txt", testCalled: "bare", cases: 1 },
    });
    for (const name of ["txt", "prompt", "out", "err"]) {
      expect(found.get(`f00001_greet.${name}`)).toMatchObject({
        state: "accepted",
        task: null,
        understood: { joinedTo: "f00001_greet.py" },
      });
    }
    expect(found.get("f00002_other.txt")).toMatchObject({ state: "rejected", reason: "orphan" });
  });

  test("two files", async () => {
    const found = await importFiles({
      "f00007_greet.py": FUNCTION,
      "f00007_test_greet.py": `${ONE_TEST}\ntest_greet()`,
    });
    expect(found.get("f00007_greet.py")).toMatchObject({
      task: null,
      understood: { joinedTo: "f00007_test_greet.py" },
    });
    expect(found.get("f00007_test_greet.py")).toMatchObject({
      state: "accepted",
      task: { functionName: "greet" },
    });
  });

  test.each([
    ["!pip install -U transformers torch", ["torch", "transformers"], "pip-line"],
    [
      "!pip install -U transformers, torch==2.0, datasets",
      ["datasets", "torch==2.0", "transformers"],
      "pip-line",
    ],
    [
      "pip install transformers>=4,<5 git+https://h/o/name.git -f https://h/x",
      ["name @ git+https://h/o/name.git", "transformers>=4,<5"],
      "pip-line",
    ],
    [
      "import subprocess\n\nrequirements = ['a', 'b']\n\nfor package in requirements:\n    subprocess.run(['pip', 'install', '-U', package])",
      ["a", "b"],
      "subprocess-loop",
    ],
    [
      "# !pip install x\nimport sys, subprocess\nfor p in ['y']:\n    subprocess.check_call([sys.executable, '-m', 'pip', 'install', p])",
      ["y"],
      "subprocess-loop",
    ],
    ["", [], "none"],
  ])("install style %j", async (install, requirements, style) => {
    const record = await importOne(withRequirements(install));
    expect(record.task?.requirements).toEqual(requirements);
    expect(record.understood["requirementsStyle"]).toBe(style);
  });

  test("the call may stand in the test section", async () => {
    const record = await importOne(withRequirements("!pip install a", ""));
    expect(record).toMatchObject({
      state: "accepted",
      understood: { testCalled: "bare" },
      task: { testSetup: "" },
    });
  });

  test("a model's own markers: first import and function, last test and call", async () => {
    const answer = `\n${mark("function_code")}# again\n${mark("main")}x = 1\n${mark("test_function_code")}broken(\n`;
    const record = await importOne(
      fourSections().replace(mark("test_function_code"), `${answer}${mark("test_function_code")}`),
    );
    expect(record.notUnderstood.length).toBe(3);
    expect(record).toMatchObject({ state: "rejected", reason: "syntax-error" });
  });

  test("rows of JSON lines, and a model's answer", async () => {
    const row = {
      path: "../data/f00003_greet.py",
      content: "",
      function_import: `${mark("function_import")}import os\n`,
      function_code: `${mark("function_code")}${FUNCTION}`,
      test_function_code: `${mark("test_function_code")}${ONE_TEST}`,
      call_test_function_code: `${mark("call_test_function_code")}test_greet()`,
    };
    const instruct = `${row.function_import}\n${mark("function_code")}def greet(name):\n`;
    const answer = { ...row, instruct, prediction: "    return 'Hello ' + name\n\ndef more():\n    pass" };
    const found = await importFiles({
      "x.jsonl": `${JSON.stringify(row)}\n`,
      "result-00001.json": JSON.stringify(answer),
      "result-00002.json": "",
    });
    expect(found.get("x.jsonl#1")).toMatchObject({ state: "accepted", task: { functionName: "greet" } });
    expect(found.get("result-00001.json")?.task?.functionCode).not.toContain("more");
    expect(found.get("result-00002.json")).toMatchObject({ state: "rejected" });
  });

  test.each([
    ["x = 1\n", "no-layout"],
    [mark("requirements_file"), "empty-section"],
    [fourSections("def test_greet(:\n"), "syntax-error"],
    [fourSections("", ""), "empty-section"],
  ])("refused: %#", async (text, reason) => {
    expect(await importOne(text)).toMatchObject({ state: "rejected", reason, task: null });
  });

  test("every accepted task renders", async () => {
    const record = await importOne(fourSections(ONE_TEST, "if __name__ == '__main__':\n    test_greet()"));
    expect(record.understood["testCalled"]).toBe("main-guard");
    if (record.task === null) throw new Error("no task");
    expect(renderTask(record.task).text).toContain("def test_greet():");
  });
});

describe("splitting", () => {
  const cases = async (body: string): Promise<{ by: unknown; codes: string[] }> => {
    const record = await importOne(fourSections(`def test_greet():\n${body}`));
    return { by: record.understood["splitBy"], codes: (record.task?.cases ?? []).map(({ code }) => code) };
  };

  test("at the prints of cases, the setup in each", async () => {
    const { by, codes } = await cases(
      '    print("Testing started.")\n    name = "a"\n    print("Testing case [1/2] started.")\n    assert greet(name)\n    print("Testing case [2/2] started.")\n    x = greet("b")\n    assert x == "Hello b"\n    print("Testing finished.")\n',
    );
    expect(by).toBe("case-prints");
    expect(codes).toHaveLength(2);
    expect(codes.every((code) => code.includes('name = "a"'))).toBe(true);
    expect(codes[0]).not.toContain("Hello b");
  });

  test("at try blocks", async () => {
    const { by, codes } = await cases(
      '    try:\n        assert greet("a")\n        print("succeeded")\n    except Exception as e:\n        print("failed", e)\n    try:\n        greet(1)\n        assert False\n    except TypeError:\n        print("succeeded")\n',
    );
    expect([by, codes.length]).toEqual(["try-blocks", 2]);
  });

  test("after groups of assertions", async () => {
    const { by, codes } = await cases(
      '    assert greet("a") == "Hello a"\n    r = greet("b")\n    assert len(r) == 7\n    assert r.endswith("b")\n    return "All Tests Passed"\n',
    );
    expect([by, codes.length]).toEqual(["assertions", 2]);
    expect(codes[1]).toContain('r.endswith("b")');
  });

  test.each([
    [
      '    a = greet("a")\n    assert a\n    b = greet(a)\n    assert b\n',
      "a later case reads an earlier result",
    ],
    ['    for n in "ab":\n        assert greet(n)\n', "a loop"],
    [
      '    if greet("a"):\n        return\n    assert greet("b")\n    x = greet("c")\n    assert x\n',
      "an early return",
    ],
  ])("not split: %#", async (body) => {
    expect((await cases(body)).codes).toHaveLength(1);
  });
});
