/** Values of NumPy, pandas, Pillow and torch between a candidate and its tests: right ones cross, forged ones do not pass. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import { limitsSchema, type Sandbox, type VerifyJob } from "../../src/contracts/sandbox.ts";

/** What the program returns, and what the tests assert of `work()`. */
type Row = readonly [returns: string, asserts: string];

const arrays: readonly Row[] = [
  ["np.arange(6).reshape(2, 3)", "(work() == np.array([[0, 1, 2], [3, 4, 5]])).all()"],
  ["np.array([1.5, np.nan])", "np.array_equal(work(), np.array([1.5, np.nan]), equal_nan=True)"],
  ["np.array(['a', 'bc'])", "list(work()) == ['a', 'bc']"],
  ["np.float32(0.5)", "work() == np.float32(0.5) and work().dtype == np.float32"],
  ["np.zeros((0, 3))", "work().shape == (0, 3)"],
  ["np.array(3 + 4j)", "abs(work()) == 5"],
  ["np.array(['2020-02-29'], dtype='datetime64[D]')", "str(work()[0]) == '2020-02-29'"],
  ["{'a': [np.bool_(True), (np.int8(3),)]}", "work()['a'][0] and work()['a'][1][0] == 3"],
];
const frames: readonly Row[] = [
  [
    "pd.DataFrame({'a': [1, 2], 'b': ['x', None]})",
    "work().shape == (2, 2) and work()['b'].isna().sum() == 1",
  ],
  ["pd.Series([1.0, 2.0], name='s')", "work().equals(pd.Series([1.0, 2.0])) and work().name == 's'"],
  ["pd.Timestamp('2020-02-29')", "work() == pd.Timestamp('2020-02-29')"],
  [
    "Image.new('RGB', (2, 1), (255, 0, 1))",
    "work().size == (2, 1) and work().getpixel((0, 0)) == (255, 0, 1)",
  ],
];
const tensors: readonly Row[] = [
  ["torch.arange(4).reshape(2, 2)", "torch.equal(work(), torch.tensor([[0, 1], [2, 3]]))"],
  ["torch.tensor([1.5], dtype=torch.bfloat16)", "work().dtype == torch.bfloat16 and work().item() == 1.5"],
  ["torch.ones(2, requires_grad=True)", "work().requires_grad and work().sum().item() == 2"],
  ["torch.empty(0, 3)", "work().shape == (0, 3)"],
  ["[torch.tensor(True), torch.tensor(2j)]", "bool(work()[0]) and work()[1].imag.item() == 2"],
];
const ALWAYS = `
class Always:
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __hash__(self): return 0
    def __getattr__(self, name): return self
    def __call__(self, *args, **named): return self
    def __iter__(self): return iter([self])
    def __len__(self): return 3
    def __float__(self): return 3.0
`;
const SUBCLASS = `
class Sub(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, *args, **named): return np.array(True)
    def __array_function__(self, *args, **named): return True
    def all(self, *args, **named): return True
    def tolist(self): return [1, 2, 3]
`;
const RIGHT = "np.array_equal(work(), np.array([1, 2, 3]))";
const forgedArrays: readonly (readonly [idea: string, returns: string, asserts: string])[] = [
  ["a subclass that says yes", `${SUBCLASS}\nreturn np.zeros(3).view(Sub)`, RIGHT],
  [
    "a subclass, compared by ==",
    `${SUBCLASS}\nreturn np.zeros(3).view(Sub)`,
    "(work() == np.array([1, 2, 3])).all()",
  ],
  [
    "an array of objects that are equal to all",
    `${ALWAYS}\nreturn np.array([Always()] * 3, dtype=object)`,
    RIGHT,
  ],
  [
    "an object that is array-like",
    `${ALWAYS}\nAlways.__array__ = lambda s, *a, **k: np.array([1, 2, 3])\nreturn Always()`,
    RIGHT,
  ],
  ["a patched comparison", "np.array_equal = lambda *a, **k: True\nreturn np.zeros(3)", RIGHT],
  [
    "a patched np.testing",
    "np.testing.assert_allclose = lambda *a, **k: None\nreturn np.zeros(3)",
    "np.testing.assert_allclose(work(), [1, 2, 3]) is None",
  ],
  [
    "a patched C function",
    "import numpy.core.multiarray as m\nnp.allclose = m.array = lambda *a, **k: True\nreturn np.zeros(3)",
    "np.allclose(work(), [1, 2, 3])",
  ],
  ["everything masked", "return np.ma.masked_all(3)", "(work() == np.array([1, 2, 3])).all() is np.True_"],
  [
    "NaN for a loose comparison",
    "return np.full(3, np.nan)",
    "np.allclose(work(), [1, 2, 3], equal_nan=True)",
  ],
  ["a wrong shape that broadcasts", "return np.array(1)", RIGHT],
  [
    "a float subclass",
    "class F(np.float64):\n    def __eq__(self, o): return True\nreturn F(0)",
    "work() == np.float64(3)",
  ],
  [
    "a seterr callback that ends the process",
    "import os\nnp.seterrcall(lambda *a: os._exit(0))\nnp.seterr(all='call')\nreturn np.array([1.0, 0, 3]) / 0",
    RIGHT,
  ],
];
const forgedFrames: readonly (readonly [string, string, string])[] = [
  [
    "a frame subclass that equals",
    "class F(pd.DataFrame):\n    def equals(self, o): return True\n    def __eq__(self, o): return pd.DataFrame({'a': [True]})\nreturn F({'a': [0]})",
    "work().equals(pd.DataFrame({'a': [1]}))",
  ],
  [
    "a patched pandas.testing",
    "import pandas.testing as t\nt.assert_frame_equal = lambda *a, **k: None\nreturn pd.DataFrame({'a': [0]})",
    "pd.testing.assert_frame_equal(work(), pd.DataFrame({'a': [1]})) is None",
  ],
  [
    "cells that are equal to all",
    `${ALWAYS}\nreturn pd.DataFrame({'a': [Always()]})`,
    "work().equals(pd.DataFrame({'a': [1]}))",
  ],
  [
    "an image subclass",
    "class I(Image.Image):\n    def getpixel(self, xy): return (1, 2, 3)\ni = Image.new('RGB', (1, 1)); i.__class__ = I\nreturn i",
    "work().getpixel((0, 0)) == (1, 2, 3)",
  ],
];
const forgedTensors: readonly (readonly [string, string, string])[] = [
  [
    "a tensor subclass that says yes",
    "class T(torch.Tensor):\n    @classmethod\n    def __torch_function__(cls, f, t, a=(), k=None): return True\nreturn torch.zeros(3).as_subclass(T)",
    "torch.equal(work(), torch.ones(3))",
  ],
  [
    "a patched torch.equal",
    "torch.equal = torch.allclose = lambda *a, **k: True\nreturn torch.zeros(3)",
    "torch.equal(work(), torch.ones(3))",
  ],
  [
    "a patched torch.testing",
    "torch.testing.assert_close = lambda *a, **k: None\nreturn torch.zeros(3)",
    "torch.testing.assert_close(work(), torch.ones(3)) is None",
  ],
];

function jobOf(imports: string, body: string, asserts: string): VerifyJob {
  const lines = body.split("\n").map((line) => `    ${line}`);
  return {
    kind: "verify",
    channel: "separate",
    context: { code: imports, firstLine: 1 },
    program: {
      fileName: "sample.py",
      imports: { code: imports, firstLine: 1 },
      function: { code: `def work():\n${lines.join("\n")}\n`, firstLine: 10 },
      functionName: "work",
      tests: { code: `def test_it():\n    assert ${asserts}\n`, firstLine: 100 },
    },
    cases: [{ kind: "correctness", name: "test_it" }],
    stubs: false,
    hashSeed: 0,
    limits: limitsSchema.parse({}),
  };
}

const manager = await createEnvironmentManager({ cacheDir: join(tmpdir(), "codergen-test-cache") });

/** An environment with torch is gigabytes, so only one that is there already is used. */
function torchEnvironment(plain: RealisedEnvironment): RealisedEnvironment | null {
  const python = process.env["CODERGEN_TORCH"];
  if (!python) return null;
  const environment = { ...plain.environment, id: "torch", requirements: ["torch"] };
  return { environment, python, readablePaths: [...plain.readablePaths, join(python, "../..")] };
}

const base = await manager.resolve([]);
const libraries = [
  {
    name: "NumPy",
    imports: "import numpy as np",
    environment: await manager.resolve(["numpy"]),
    right: arrays,
    forged: forgedArrays,
  },
  {
    name: "pandas and Pillow",
    imports: "import pandas as pd\nfrom PIL import Image",
    environment: await manager.resolve(["pandas", "pillow"]),
    right: frames,
    forged: forgedFrames,
  },
  {
    name: "torch",
    imports: "import torch",
    environment: torchEnvironment(base),
    right: tensors,
    forged: forgedTensors,
  },
];

for (const { name, imports, environment, right, forged } of libraries) {
  const reason =
    environment === null ? "CODERGEN_TORCH names no Python with torch" : environment.environment.reason;
  const ready = environment?.environment.state === "ready";
  if (!ready) console.warn(`skipped: values of ${name}: ${reason}`);
  describe.skipIf(!ready)(`values of ${name}`, () => {
    let sandbox: Sandbox;
    beforeAll(async () => {
      sandbox = await createSandbox({ backend: "auto", workers: 1 });
    });
    afterAll(() => sandbox?.close());
    const run = (body: string, asserts: string) =>
      sandbox.verify(environment as RealisedEnvironment, jobOf(imports, body, asserts));

    it.each(right)("cross: %s", async (returns, asserts) => {
      const report = await run(`return ${returns}`, asserts);
      expect(report.cases[0]).toMatchObject({ verdict: "passed", channel: "separate" });
    });

    it.each(forged)("do not pass: %s", async (_, body, asserts) => {
      const report = await run(body, asserts);
      expect(report.cases[0]?.verdict, JSON.stringify(report)).not.toBe("passed");
    });
  });
}
