/** Every isolating backend says the same, with one worker and with several. The long form is a bench. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../sandbox/backend.ts";
import { backends } from "../../sandbox/choose-backend.ts";
import { mixedTask, verdictsOf } from "../../sandbox/conformance/mixed-tasks.ts";
import { createSandbox } from "../../sandbox/index.ts";
import { environmentsFor } from "./environments-for.ts";

const TASKS = 40;
const tasks = Array.from({ length: TASKS }, (_, index) => mixedTask(index));
const usable: Backend[] = [];
for (const backend of backends.filter(({ isolated }) => isolated)) {
  const probed = await backend.probe();
  if (probed.available) usable.push(backend);
  else console.warn(`skipped: same verdicts on ${backend.name}: ${probed.reason}`);
}

describe.skipIf(usable.length === 0)("the same tasks", () => {
  let expected: readonly string[];
  beforeAll(() => {
    expected = [];
  });

  it.each(usable.flatMap((backend) => [1, 4].map((workers) => ({ backend, workers, name: backend.name }))))(
    "have the same verdicts on $name with $workers worker(s)",
    async ({ backend, workers }) => {
      const environment = await (await environmentsFor(backend)).resolve([]);
      const sandbox = await createSandbox({ backend: backend.name, workers });
      const verdicts = await verdictsOf(sandbox, environment, tasks);
      await sandbox.close();
      if (expected.length === 0) expected = verdicts;
      expect(verdicts).toEqual(expected);
      expect(new Set(verdicts).size).toBeGreaterThan(6);
    },
  );
});
