/** The shipped conformance suite on every backend that works here. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backends } from "../../sandbox/choose-backend.ts";
import { conformanceChecks, conformanceException } from "../../sandbox/conformance.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { environmentsFor } from "./environments-for.ts";
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";

it("has at least 50 checks with names of their own", () => {
  const names = conformanceChecks.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(50);
});

for (const backend of backends) {
  const probed = await backend.probe();
  if (!probed.available) console.warn(`skipped: conformance of ${backend.name}: ${probed.reason}`);
  describe.skipIf(!probed.available)(`backend ${backend.name}`, () => {
    let sandbox: Sandbox;
    let environment: RealisedEnvironment;

    beforeAll(async () => {
      const manager = await environmentsFor(backend);
      environment = await manager.resolve([]);
      sandbox = await createSandbox({ backend: backend.name, workers: 2 });
    });
    afterAll(() => sandbox?.close());

    for (const check of conformanceChecks) {
      const exception = conformanceException(backend.name, check.name);
      if (exception === null) it(check.name, () => check.run(sandbox, environment));
      else it.skip(`${check.name} (${exception})`);
    }
  });
}
