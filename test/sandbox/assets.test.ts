/** Programs read prefetched models offline; what is missing is the environment's fault, never a wrong answer. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends } from "../../sandbox/choose-backend.ts";
import { verifyProgram } from "../../sandbox/conformance/check.ts";
import { createSandbox, type LockingEnvironmentManager } from "../../sandbox/index.ts";
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
const readDataset = `
import os
def load_dataset(name):
    return open(os.path.join(name, "train.csv")).read()
return load_dataset("tiny/data")
`;
const realDataset = `
from datasets import load_dataset
return load_dataset("tiny/data", split="train")[0]
`;
const online = "import urllib.request\nreturn urllib.request.urlopen('http://192.0.2.1/weights', timeout=2)";

for (const backend of backends.filter(({ isolated }) => isolated)) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: assets with ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`assets with ${backend.name}`, () => {
    let folder: string;
    let sandbox: Sandbox;
    let environment: RealisedEnvironment;
    let manager: LockingEnvironmentManager;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "codergen-test-assets-"));
      chmodSync(folder, 0o755); // the user in a container is another one
      const place = join(folder, "hub/models--tiny--model");
      mkdirSync(join(place, "snapshots/abc"), { recursive: true });
      mkdirSync(join(place, "refs"));
      writeFileSync(join(place, "refs/main"), "abc");
      writeFileSync(join(place, "snapshots/abc/config.json"), "tiny");
      const dataset = join(folder, "hub/datasets--tiny--data");
      mkdirSync(join(dataset, "snapshots/def"), { recursive: true });
      mkdirSync(join(dataset, "refs"));
      writeFileSync(join(dataset, "refs/main"), "def");
      writeFileSync(join(dataset, "snapshots/def/train.csv"), "a,b\n1,2\n");
      manager = await environmentsFor(backend);
      environment = await manager.resolve([]);
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

    it("are datasets under the name that the program loads them by", async () => {
      const report = await run(readDataset, "assert work() == 'a,b\\n1,2\\n'");
      expect(report.cases[0]).toMatchObject({ verdict: "passed" });
    });

    it("are loaded by the datasets library, where it can be installed", async (context) => {
      const full = await manager.resolve(["datasets"]);
      if (full.environment.state !== "ready") {
        console.warn(`skipped: load_dataset with ${backend.name}: ${full.environment.reason}`);
        return context.skip();
      }
      const job = { work: realDataset, test: "assert work() == {'a': 1, 'b': 2}" };
      const report = await verifyProgram(sandbox, full, job);
      expect(report.cases[0]).toMatchObject({ verdict: "passed", cause: null });
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

    it("are fetched by the program itself where runs may use the network", async (context) => {
      if (backend.name === "docker") {
        console.warn("skipped: network with docker: a container has a loopback of its own");
        return context.skip();
      }
      const server = createServer((_, answer) => answer.end("weights"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const work = `import urllib.request\nreturn urllib.request.urlopen('http://127.0.0.1:${port}/', timeout=5).read()`;
      const open = await createSandbox({ backend: backend.name, workers: 1, network: true });
      const [shut, reached] = [
        await run(work, "assert work() == b'weights'"),
        await verifyProgram(open, environment, { work, test: "assert work() == b'weights'" }),
      ];
      await open.close();
      server.close();
      expect(shut.cases[0]).toMatchObject({ verdict: "error", cause: { code: "network" } });
      expect(reached.cases[0]).toMatchObject({ verdict: "passed" });
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
