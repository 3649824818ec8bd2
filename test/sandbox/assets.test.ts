/** Programs read prefetched models offline; what is missing is the environment's fault, never a wrong answer. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends } from "../../sandbox/choose-backend.ts";
import { verifyProgram } from "../../sandbox/conformance/check.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import { environmentsFor } from "./environments-for.ts";

const readModel = `
import os
folder = os.path.join(os.environ["HF_HUB_CACHE"], "models--tiny--model")
commit = open(os.path.join(folder, "refs", "main")).read()
return open(os.path.join(folder, "snapshots", commit, "config.json")).read()
`;
const missing = readModel.replace("models--tiny", "models--absent");
const write = `
import os
try:
    open(os.path.join(os.environ["HF_HUB_CACHE"], "planted"), "w")
except OSError:
    return "refused"
`;
const online = "import urllib.request\nreturn urllib.request.urlopen('http://192.0.2.1/weights', timeout=2)";

for (const backend of backends.filter(({ isolated }) => isolated)) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: assets with ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`assets with ${backend.name}`, () => {
    let folder: string;
    let sandbox: Sandbox;
    let environment: RealisedEnvironment;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "codergen-test-assets-"));
      chmodSync(folder, 0o755); // the user in a container is another one
      const place = join(folder, "hub/models--tiny--model");
      mkdirSync(join(place, "snapshots/abc"), { recursive: true });
      mkdirSync(join(place, "refs"));
      writeFileSync(join(place, "refs/main"), "abc");
      writeFileSync(join(place, "snapshots/abc/config.json"), "tiny");
      environment = await (await environmentsFor(backend)).resolve([]);
      sandbox = await createSandbox({ backend: backend.name, workers: 1, assetFolder: folder });
    });
    afterAll(async () => {
      await sandbox?.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const run = (work: string, test: string) => verifyProgram(sandbox, environment, { work, test });

    it("can be read, offline", async () => {
      expect((await run(readModel, "assert work() == 'tiny'")).cases[0]?.verdict).toBe("passed");
    });

    it("cannot be written", async () => {
      expect((await run(write, "assert work() == 'refused'")).cases[0]?.verdict).toBe("passed");
    });

    it("that are missing are an error of the environment", async () => {
      const report = await run(missing, "assert work() == 'tiny'");
      expect(report.cases[0]).toMatchObject({ verdict: "error", cause: { code: "missing-asset" } });
    });

    it("that need the network are an error of the environment", async () => {
      const report = await run(online, "assert work() == 'tiny'");
      expect(report.cases[0]).toMatchObject({ verdict: "error", cause: { code: "network" } });
    });

    it("CUDA that is out of memory is memory-limit", async () => {
      const work = "raise RuntimeError('CUDA out of memory. Tried to allocate 2.00 GiB')";
      expect((await run(work, "assert work() == 1")).outcome).toBe("memory-limit");
    });

    it("a program that needs a GPU is not run, with the reason, while others are", async () => {
      const gpu = "class Model:\n    def cuda(self):\n        return self\nModel().cuda()\nreturn value";
      const [needs, plain] = await Promise.all([
        run(gpu, "assert work(1) == 1"),
        run("return value", "assert work(1) == 1"),
      ]);
      expect(needs).toMatchObject({ outcome: "not-run", cause: { code: "no-gpu" } });
      expect(needs.cases[0]).toMatchObject({ verdict: "not-run" });
      expect(needs.cause?.message).toContain("--gpus");
      expect(plain.cases[0]?.verdict).toBe("passed");
    });
  });
}
