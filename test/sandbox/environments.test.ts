/** The environment manager: names, caching, locks; with a package index where one is in reach. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createEnvironmentManager,
  createSandbox,
  type LockingEnvironmentManager,
} from "../../sandbox/index.ts";
import { withLock } from "../../sandbox/folder-lock.ts";
import { requirementSet } from "../../sandbox/requirement-set.ts";
import { ToolkitError } from "../../src/errors.ts";

const IMPOSSIBLE = "codergen-no-such-distribution-anywhere";
let cacheDir: string;

beforeAll(() => {
  cacheDir = mkdtempSync(join(tmpdir(), "codergen-test-"));
});
afterAll(() => rmSync(cacheDir, { recursive: true, force: true }));

describe("requirement sets", () => {
  it("names distributions, whether modules or distributions were named", () => {
    expect(requirementSet(["sklearn", "PIL", "cv2", "scikit_learn>=1.0"])).toEqual([
      "opencv-python-headless",
      "pillow",
      "scikit-learn",
      "scikit-learn>=1.0",
    ]);
  });

  it("drops the standard library, blanks and repeats", () => {
    expect(requirementSet(["json", " ", "six", "Six", "os", "dataclasses"])).toEqual(["six"]);
  });

  it("keeps distributions with a dot in their name", () => {
    expect(requirementSet(["zope.interface==7.0"])).toEqual(["zope-interface==7.0"]);
  });
});

describe("the base interpreter", () => {
  it("is the real binary, not a shim, and needs no install", async () => {
    const manager = await createEnvironmentManager({ cacheDir });
    const { environment, python } = await manager.resolve(["json"]);
    expect(environment).toMatchObject({ requirements: [], lock: [], state: "ready" });
    expect(environment.id).toMatch(/^[0-9a-f]{16}$/);
    const asked = execFileSync(python, ["-c", "import sys; print(sys.version.split()[0])"], {
      encoding: "utf8",
    });
    expect(asked.trim()).toBe(environment.pythonVersion);
  });

  it("says so when there is none", async () => {
    const made = createEnvironmentManager({ cacheDir, python: "/no/such/python" });
    await expect(made).rejects.toSatisfy(
      (error) =>
        error instanceof ToolkitError && error.code === "prerequisite-missing" && error.hint !== null,
    );
  });
});

describe("locks between processes", () => {
  it("lets one in at a time and takes over from a dead owner", async () => {
    const path = join(cacheDir, "one.lock");
    writeFileSync(path, "999999999 12345");
    const order: string[] = [];
    const hold = (name: string) =>
      withLock(path, async () => {
        order.push(`${name} in`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push(`${name} out`);
      });
    await Promise.all([hold("a"), hold("b")]);
    expect(order).toHaveLength(4);
    expect(order[0]?.[0]).toBe(order[1]?.[0]);
    expect(existsSync(path)).toBe(false);
  });
});

async function indexInReach(): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "codergen-test-"));
  const { environment } = await (await createEnvironmentManager({ cacheDir: folder })).resolve(["six"]);
  rmSync(folder, { recursive: true, force: true });
  return environment.reason;
}

const unreachable = await indexInReach();
if (unreachable !== null) console.warn(`skipped: installing environments: ${unreachable}`);

for (const installer of ["uv", "pip"] as const) {
  describe.skipIf(unreachable !== null)(`installing with ${installer}`, () => {
    let manager: LockingEnvironmentManager;
    beforeAll(async () => {
      manager = await createEnvironmentManager({ cacheDir: join(cacheDir, installer), installer });
    });

    it("installs once for equal sets, also from two managers at one time", async () => {
      const other = await createEnvironmentManager({ cacheDir: join(cacheDir, installer), installer });
      const [first, second, third] = await Promise.all([
        manager.resolve(["six"]),
        other.resolve(["six", "json"]),
        manager.resolve(["Six"]),
      ]);
      expect(second).toEqual(first);
      expect(third).toEqual(first);
      expect(first.environment.lock).toEqual([expect.stringMatching(/^six==\d/)]);
      const folders = readdirSync(join(cacheDir, installer, "environments"));
      expect(folders).toHaveLength(1);
    });

    it("gives the module to programs in the sandbox, and nothing else", async () => {
      const environment = await manager.resolve(["six"]);
      const sandbox = await createSandbox({ backend: "auto", workers: 1 });
      const script = "import six, sys; print(six.__version__, sys.prefix != sys.base_prefix)";
      const job = { script, args: [], wallSeconds: 10, maxOutputBytes: 1_000 };
      const report = await sandbox.script(environment, job);
      await sandbox.close();
      expect(report).toMatchObject({
        exitCode: 0,
        stdout: `${environment.environment.lock[0]?.slice(5)} True\n`,
      });
    });

    it("makes the very same versions again from a lock", async () => {
      const { environment } = await manager.resolve(["six"]);
      const older = await manager.restore({ ...environment, lock: ["six==1.16.0"] });
      expect(older.environment).toMatchObject({
        requirements: ["six"],
        lock: ["six==1.16.0"],
        state: "ready",
      });
      expect(older.environment.id).not.toBe(environment.id);
    });

    it("reports what cannot be had once, with the installer's reason", async () => {
      const [first, second] = await Promise.all([
        manager.resolve([IMPOSSIBLE]),
        manager.resolve([IMPOSSIBLE]),
      ]);
      expect(second).toBe(first);
      expect(first.environment.state).toBe("install-failed");
      expect(first.environment.reason).toContain(IMPOSSIBLE);
      expect((first.environment.reason ?? "").length).toBeLessThan(700);
    });

    it("stops when cancelled and leaves nothing half made", async () => {
      const controller = new AbortController();
      const running = manager.resolve(["six>=1.0"], controller.signal);
      setTimeout(() => controller.abort(), 20);
      await expect(running).rejects.toSatisfy(
        (error) => error instanceof ToolkitError && error.code === "interrupted",
      );
      const folders = readdirSync(join(cacheDir, installer, "environments"));
      expect(folders.filter((name) => name.startsWith("."))).toEqual([]);
    });

    it("removes what a killed install left", async () => {
      const left = join(cacheDir, installer, "environments", ".installing-999999999-abc");
      mkdirSync(left);
      await createEnvironmentManager({ cacheDir: join(cacheDir, installer), installer });
      expect(existsSync(left)).toBe(false);
    });
  });
}
