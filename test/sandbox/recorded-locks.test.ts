/** Environments pinned to recorded locks, with real packages of the index. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createEnvironmentManager, createSandbox } from "../../sandbox/index.ts";

const folder = mkdtempSync(join(tmpdir(), "codergen-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function indexInReach(): Promise<string | null> {
  const manager = await createEnvironmentManager({ cacheDir: join(folder, "asked") });
  return (await manager.resolve(["six"])).environment.reason;
}

const unreachable = await indexInReach();
if (unreachable !== null) console.warn(`skipped: environments from recorded locks: ${unreachable}`);

const SIX = { requirements: ["six"], lock: ["six==1.16.0"] };
const BOTH = { requirements: ["six", "toolz"], lock: ["six==1.15.0", "toolz==0.12.0"] };

describe.skipIf(unreachable !== null).each(["uv", "pip"] as const)("recorded locks, by %s", (installer) => {
  const cacheDir = join(folder, installer);
  const managerWith = (locks?: (typeof SIX)[]) =>
    createEnvironmentManager({ cacheDir, installer, ...(locks && { locks }) });

  it("install what was recorded, which is what runs", async () => {
    const manager = await managerWith([SIX]);
    const realised = await manager.resolve(["Six", "json"]);
    expect(realised.environment).toMatchObject({ ...SIX, state: "ready", reason: null });
    const sandbox = await createSandbox({ backend: "auto", workers: 1 });
    const job = {
      script: "import six; print(six.__version__)",
      args: [],
      wallSeconds: 10,
      maxOutputBytes: 1_000,
    };
    const report = await sandbox.script(realised, job);
    await sandbox.close();
    expect(report.stdout).toBe("1.16.0\n");
  });

  it("of the very set go before those of larger sets, which serve the sets they hold", async () => {
    const manager = await managerWith([BOTH, SIX]);
    expect((await manager.resolve(["six"])).environment.lock).toEqual(SIX.lock);
    expect((await manager.resolve(["toolz"])).environment).toMatchObject(BOTH);
    await manager.merge([["six"], ["toolz"], ["six", "toolz"]]);
    expect((await manager.resolve(["six"])).environment.lock).toEqual(SIX.lock);
  });

  it("leave sets that no lock was made for to the resolver", async () => {
    const manager = await managerWith([SIX]);
    const { environment } = await manager.resolve(["toolz"]);
    expect(environment.state).toBe("ready");
    expect(environment.lock).not.toEqual(["toolz==0.12.0"]);
    expect((await manager.resolve([])).environment).toMatchObject({ state: "ready", lock: [] });
  });

  it("that name what cannot be had fail with the reason, and take no other version", async () => {
    const manager = await managerWith([{ requirements: ["six"], lock: ["six==999.0.0"] }]);
    const { environment } = await manager.resolve(["six"]);
    expect(environment).toMatchObject({ state: "install-failed", lock: [] });
    expect(environment.reason).toMatch(/six==999\.0\.0/);
  });

  it("find the environment that was resolved to them", async () => {
    const resolved = await (await managerWith()).resolve(["toolz"]);
    const manager = await managerWith([resolved.environment]);
    expect(await manager.resolve(["toolz"])).toEqual(resolved);
  });
});
