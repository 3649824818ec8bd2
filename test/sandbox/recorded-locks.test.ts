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

  it("serve a plain name that they have a version of, and no name with a version of its own", async () => {
    const manager = await managerWith([{ requirements: ["six==1.16.0", "toolz"], lock: BOTH.lock }]);
    expect((await manager.resolve(["six"])).environment.lock).toEqual(BOTH.lock);
    expect((await manager.resolve(["six==1.16.0", "six>1"])).environment.lock).not.toEqual(BOTH.lock);
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

describe.skipIf(unreachable !== null).each(["uv", "pip"] as const)(
  "versions asked for anew, by %s",
  (installer) => {
    const cacheDir = join(folder, `${installer}-anew`);

    it("are not those that an earlier resolution left in the cache, and are asked for once", async () => {
      const noted = new Map<string, readonly string[]>();
      const resolutions = {
        get: async (requirements: readonly string[]) => noted.get(requirements.join()) ?? null,
        put: async (requirements: readonly string[], lock: readonly string[]) =>
          void noted.set(requirements.join(), lock),
      };
      const old = await createEnvironmentManager({ cacheDir, installer, constraints: ["six<1.16"] });
      const before = await old.resolve(["six"]);
      expect(before.environment.lock).toEqual(["six==1.15.0"]);
      const cached = await createEnvironmentManager({ cacheDir, installer });
      const anew = await createEnvironmentManager({ cacheDir, installer, upgrade: true, resolutions });
      const [first, second] = [await cached.resolve(["six"]), await anew.resolve(["six"])];
      expect(second.environment.lock).toEqual(first.environment.lock);
      expect(second.environment.lock).not.toEqual(before.environment.lock);
      expect([...noted]).toEqual([["six", second.environment.lock]]);
      noted.set("six", ["six==1.14.0"]);
      const again = await createEnvironmentManager({ cacheDir, installer, upgrade: true, resolutions });
      expect((await again.resolve(["six"])).environment.lock).toEqual(["six==1.14.0"]);
      expect((await anew.restore(before.environment)).environment).toEqual(before.environment);
    });

    it("keep to constraints, and say why where they cannot", async () => {
      const older = await createEnvironmentManager({ cacheDir, installer, constraints: ["six<1.16"] });
      const dependent = await older.resolve(["python-dateutil==2.8.2"]);
      expect(dependent.environment.lock).toEqual(["python-dateutil==2.8.2", "six==1.15.0"]);
      const manager = await createEnvironmentManager({ cacheDir, installer, constraints: ["six>=999"] });
      const { environment } = await manager.resolve(["python-dateutil==2.8.2"]);
      expect(environment.state).toBe("install-failed");
      expect(environment.reason).toMatch(/six|python-dateutil==2\.8\.2/); // pip names what it cannot install
    });
  },
);
