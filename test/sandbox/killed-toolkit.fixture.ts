/** A toolkit with a sleeping job, to be killed: `node killed-toolkit.fixture.mjs BACKEND CACHE`. */
import {
  createDockerBackend,
  createEnvironmentManager,
  createSandbox,
  type BackendChoice,
  imagesFor,
} from "../../sandbox/index.ts";
import { limitsSchema } from "../../src/contracts/sandbox.ts";

const [, , backend = "auto", cacheDir = ""] = process.argv;
const docker = createDockerBackend();
const images = await imagesFor(backend as BackendChoice, docker);
const manager = await createEnvironmentManager({ cacheDir, ...(images && { images }) });
const environment = await manager.resolve([]);
const sandbox = await createSandbox({ backend: backend as BackendChoice, workers: 1, docker });
const work = "def work():\n    import os, subprocess\n    os.fork()\n    subprocess.run(['sleep', '86399'])";
const program = {
  fileName: "task.py",
  imports: { code: "", firstLine: 1 },
  function: { code: work, firstLine: 2 },
  functionName: "work",
  tests: { code: "def test_work_normal():\n    assert work() is None", firstLine: 9 },
};
const cases = [{ kind: "normal" as const, name: "test_work_normal" }];
const limits = limitsSchema.parse({});
const running = sandbox.verify(environment, {
  kind: "verify",
  program,
  cases,
  stubs: false,
  hashSeed: 0,
  limits,
});
process.stdout.write("started\n");
await running;
