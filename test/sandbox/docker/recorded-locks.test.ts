/** Locks and versions asked for anew, for the Python of an image. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEnvironmentManager } from "../../../sandbox/index.ts";
import { engineHere } from "./engine-here.ts";

const folder = mkdtempSync(join(tmpdir(), "codergen-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WHAT = "recorded locks in images";
const engine = await engineHere(WHAT);
const reason =
  engine === null
    ? null
    : (await (await createEnvironmentManager({ cacheDir: folder })).resolve(["six"])).environment.reason;
if (reason !== null) console.warn(`skipped: ${WHAT}: ${reason}`);

describe.skipIf(engine === null || reason !== null).each(["uv", "pip"] as const)(
  "images, by %s",
  (installer) => {
    const options = {
      cacheDir: join(folder, installer),
      installer,
      ...(engine && { images: engine.images }),
    };

    it("hold the versions of a lock", { timeout: 120_000 }, async () => {
      const locks = [{ requirements: ["six"], lock: ["six==1.16.0"] }];
      const { environment } = await (await createEnvironmentManager({ ...options, locks })).resolve(["six"]);
      expect(environment).toMatchObject({ state: "ready", lock: ["six==1.16.0"] });
    });

    it("hold what the index gives for the Python in them", { timeout: 120_000 }, async () => {
      const manager = await createEnvironmentManager({
        ...options,
        constraints: ["six<1.16"],
        upgrade: true,
      });
      const { environment } = await manager.resolve(["python-dateutil==2.8.2"]);
      expect(environment).toMatchObject({ state: "ready", lock: ["python-dateutil==2.8.2", "six==1.15.0"] });
    });
  },
);
