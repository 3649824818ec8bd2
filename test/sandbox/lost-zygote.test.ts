/** A sandbox that breaks says nothing about the program: the job is run again, or an exception is thrown. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends } from "../../sandbox/choose-backend.ts";
import { verifyProgram } from "../../sandbox/conformance/check.ts";
import { descendantProcesses } from "../../sandbox/conformance/descendants.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { environmentsFor } from "./environments-for.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import { ToolkitError } from "../../src/errors.ts";

const sleeper = { work: "import time\ntime.sleep(1)\nreturn value" };

function killHarness(): void {
  for (const pid of descendantProcesses(process.pid)) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("main.py")) process.kill(pid, "SIGKILL");
    } catch {
      // it ended before
    }
  }
}

for (const backend of backends.filter(({ isolated }) => isolated)) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: lost zygotes with ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`backend ${backend.name}`, () => {
    let sandbox: Sandbox;
    let environment: RealisedEnvironment;
    beforeAll(async () => {
      const manager = await environmentsFor(backend);
      environment = await manager.resolve([]);
      sandbox = await createSandbox({ backend: backend.name, workers: 1 });
    });
    afterAll(() => sandbox?.close());

    it("runs a job again whose harness was killed from outside", async () => {
      await verifyProgram(sandbox, environment, {});
      const running = verifyProgram(sandbox, environment, sleeper);
      setTimeout(killHarness, 400);
      expect((await running).cases[0]?.verdict).toBe("passed");
    });

    it("throws sandbox-failure when the harness cannot start", async () => {
      const broken = { ...environment, python: "/no/such/python" };
      await expect(verifyProgram(sandbox, broken, {})).rejects.toSatisfy(
        (error) => error instanceof ToolkitError && error.code === "sandbox-failure" && error.retryable,
      );
    });

    it("reports a failed install without running anything", async () => {
      const failed = {
        ...environment.environment,
        state: "install-failed" as const,
        reason: "no such thing",
      };
      const report = await verifyProgram(sandbox, { ...environment, environment: failed }, {});
      expect(report.outcome).toBe("install-failed");
      expect(report.cases[0]).toMatchObject({ verdict: "not-run", cause: { message: "no such thing" } });
    });

    it("refuses jobs once it is closed", async () => {
      const other = await createSandbox({ backend: backend.name, workers: 1 });
      const running = verifyProgram(other, environment, sleeper);
      setTimeout(() => void other.close(), 300);
      await expect(running).rejects.toSatisfy(
        (error) => error instanceof ToolkitError && error.code === "interrupted",
      );
      await expect(verifyProgram(other, environment, {})).rejects.toBeInstanceOf(ToolkitError);
    });
  });
}
