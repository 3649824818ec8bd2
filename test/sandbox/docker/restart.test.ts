/** The engine is restarted in the middle of 200 tasks: no verdict changes and none is lost. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyProgram } from "../../../sandbox/conformance/check.ts";
import { createDockerBackend, createEnvironmentManager, createSandbox } from "../../../sandbox/index.ts";
import { retrySandbox } from "../../../src/pipeline/retry-sandbox.ts";
import { engineHere } from "./engine-here.ts";
import { OwnDaemon, reasonAgainstOwnDaemon } from "./own-daemon.ts";

const TASKS = 200;
const what = "restart of the Docker daemon";
const reason = reasonAgainstOwnDaemon();
if (reason !== null) console.warn(`skipped: ${what}: ${reason}`);
const here = reason === null ? await engineHere(what) : null;

/** Most pass, some fail, some raise, some exit: every kind of verdict there is. */
const KINDS = [
  { work: "return value", verdict: "passed" },
  { work: "return sum(range(20_000)) and value", verdict: "passed" },
  { work: "return value + 1", verdict: "failed" },
  { work: "raise ValueError(value)", verdict: "error" },
  { work: "import time\ntime.sleep(0.2)\nreturn value", verdict: "passed" },
  { work: "import os\nos._exit(0)", verdict: "error" },
] as const;

describe.skipIf(here === null)(what, () => {
  let daemon: OwnDaemon;
  beforeAll(async () => {
    daemon = new OwnDaemon();
    await daemon.start();
    if (here !== null) await daemon.copyImage(here.images);
  }, 120_000);
  afterAll(() => daemon?.remove(), 60_000);

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "by %s changes no verdict and loses nothing",
    async (signal) => {
      const docker = createDockerBackend({ host: daemon.address });
      const images = await docker.prepare();
      const manager = await createEnvironmentManager({
        cacheDir: join(tmpdir(), "codergen-test-cache"),
        images,
      });
      const environment = await manager.resolve([]);
      const sandbox = await createSandbox({ backend: "docker", workers: 2, docker });
      let done = 0;
      let inTheMiddle: () => void = () => undefined;
      const middle = new Promise<void>((resolve) => (inTheMiddle = resolve));
      const restart = (async () => {
        await middle;
        await daemon.stop(signal);
        await sleep(500);
        await daemon.start();
      })();
      const verdicts = await Promise.all(
        Array.from({ length: TASKS }, async (_, index) => {
          const { work } = KINDS[index % KINDS.length] ?? KINDS[0];
          const report = await retrySandbox(
            () => verifyProgram(sandbox, environment, { work }),
            new AbortController().signal,
          );
          done += 1;
          if (done === TASKS / 4) inTheMiddle();
          return report.cases[0]?.verdict;
        }),
      );
      await restart;
      expect(verdicts).toEqual(verdicts.map((_, index) => KINDS[index % KINDS.length]?.verdict));
      await sandbox.close();
      const left = await daemon.docker.listContainers({ all: true });
      expect(left).toEqual([]);
    },
    180_000,
  );
});
