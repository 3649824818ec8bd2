/** NumPy in the sandbox: literals of arrays and scalars, stubs of the right shape, imports paid once. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { probeProgram, programOf, verifyProgram } from "../../sandbox/conformance/check.ts";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";
import { limitsSchema, type Sandbox } from "../../src/contracts/sandbox.ts";

const manager = await createEnvironmentManager({ cacheDir: join(tmpdir(), "codergen-test-cache") });
const environment = await manager.resolve(["numpy"]);
const { state, reason } = environment.environment;
if (state !== "ready") console.warn(`skipped: NumPy in the sandbox: ${reason}`);

describe.skipIf(state !== "ready")("NumPy in the sandbox", () => {
  const imports = "import numpy as np";
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ backend: "auto", workers: 1 });
  });
  afterAll(() => sandbox?.close());

  it.each([
    ["np.arange(6).reshape(2, 3)", "[[0, 1, 2], [3, 4, 5]]", "tolist", "numpy.ndarray"],
    ["np.float64(0.1)", "0.1", "item", "numpy.float64"],
    ["np.int32(3)", "3", "item", "numpy.int32"],
    ["np.array([1.0, np.nan])", null, null, "numpy.ndarray"],
    ["[np.float64(1.0)]", null, null, "builtins.list"],
    ["(np.arange(2), 1)", null, null, "builtins.tuple"],
  ])("observes %s", async (code, literal, via, type) => {
    const { observations } = await probeProgram(sandbox, environment, { imports }, [code]);
    expect(observations[0]).toMatchObject({ state: "returned", literal, via, type });
  });

  it("tries zeros and ones of the returned shape", async () => {
    const work = "return np.full(3, float(value))";
    const shape = { imports, work, stubs: true, test: "assert work(4).shape == (3,)" };
    const values = { imports, work, stubs: true, test: "np.testing.assert_allclose(work(4), [4, 4, 4])" };
    const [loose, strict] = [
      await verifyProgram(sandbox, environment, shape),
      await verifyProgram(sandbox, environment, values),
    ];
    expect(loose.cases[0]).toMatchObject({ verdict: "passed", vacuousUnder: ["returns-constant"] });
    expect(strict.cases[0]).toMatchObject({
      verdict: "passed",
      assertionsExecuted: 1,
      vacuousUnder: ["returns-input"],
    });
  });

  it.each(["shared", "separate"] as const)(
    "pays for an import once, not in every run, on the %s channel",
    async (channel) => {
      const imports =
        "import numpy.polynomial, unittest.mock, xml.dom.minidom\nfrom numpy.ma import masked_all";
      const fresh = await createSandbox({ backend: "auto", workers: 1 });
      const program = { ...programOf({ imports, work: "return value" }), fileName: "imports.py" };
      const times: number[] = [];
      for (let run = 0; run < 6; run += 1) {
        const report = await fresh.verify(environment, {
          kind: "verify",
          program,
          channel,
          cases: [{ kind: "normal", name: "test_work_normal" }],
          stubs: false,
          hashSeed: 0,
          limits: limitsSchema.parse({}),
        });
        expect(report).toMatchObject({ channel, cases: [{ verdict: "passed" }] });
        times.push(report.durationMs);
      }
      await fresh.close();
      expect(2 * Math.min(...times.slice(3))).toBeLessThan(times[0] ?? 0);
    },
  );
});
