/** Merging, quota, NumPy's two ages, and builds from a further index. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { builtForNumpy1 } from "../../sandbox/abi-check.ts";
import { chooseToRemove } from "../../sandbox/environment-quota.ts";
import type { StoredEnvironment } from "../../sandbox/environment-store.ts";
import { createEnvironmentManager } from "../../sandbox/index.ts";
import { installTarget } from "../../sandbox/install-target.ts";
import { mergeRequirements } from "../../sandbox/merge-requirements.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "codergen-test-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("merging requirement sets", () => {
  it("puts together what contradicts nothing", () => {
    expect(mergeRequirements([["numpy"], ["numpy", "pandas"], ["scipy"], []])).toEqual([
      [["numpy", "pandas"], ["numpy"], ["scipy"]],
    ]);
  });

  it("keeps different versions of one distribution apart", () => {
    const groups = mergeRequirements([["numpy==1.26"], ["numpy==2.0"], ["pandas"]]);
    expect(groups).toEqual([[["numpy==1.26"], ["pandas"]], [["numpy==2.0"]]]);
  });

  it("loses no set, and does not care for their order", () => {
    const requirement = fc.constantFrom("a", "b", "c", "a==1", "a==2", "b>=1", "b>=2");
    const sets = fc.array(
      fc.uniqueArray(requirement, { minLength: 1, maxLength: 3 }).map((set) => set.sort()),
    );
    fc.assert(
      fc.property(sets, (given) => {
        const groups = mergeRequirements(given);
        const names = (all: readonly (readonly string[])[]) =>
          [...new Set(all.map((set) => set.join()))].sort();
        expect(names(groups.flat())).toEqual(names(given));
        expect(mergeRequirements(given.toReversed())).toEqual(groups);
      }),
    );
  });
});

describe("the quota", () => {
  const stored = (key: string, bytes: number, usedAtMs: number): StoredEnvironment => ({
    key,
    bytes,
    usedAtMs,
    environment: {
      id: key,
      requirements: [],
      pythonVersion: "3.11.7",
      state: "ready",
      lock: [],
      reason: null,
    },
  });
  const all = [stored("aa", 40, 3), stored("bb", 40, 1), stored("cc", 40, 2)];
  const keys = (options: Parameters<typeof chooseToRemove>[1]) =>
    chooseToRemove(all, options, 10).map(({ key }) => key);

  it("removes the least recently used, and no more than it must", () => {
    expect(keys({ quotaBytes: 100 })).toEqual(["bb"]);
    expect(keys({ quotaBytes: 50 })).toEqual(["bb", "cc"]);
    expect(keys({ quotaBytes: 120 })).toEqual([]);
  });

  it("spares what is in use", () => {
    expect(keys({ quotaBytes: 50, keep: ["bb"] })).toEqual(["cc", "aa"]);
  });

  it("removes by name, by age, or all", () => {
    expect(keys({ names: ["a"] })).toEqual(["aa"]);
    expect(keys({ unusedMs: 8 })).toEqual(["bb", "cc"]);
    expect(keys({ all: true })).toEqual(["bb", "cc", "aa"]);
    expect(keys({})).toEqual([]);
  });
});

describe("compiled modules", () => {
  it("T42: of NumPy 1 are told from those of NumPy 2", async () => {
    const packages = join(folder, "lib/python3.11/site-packages");
    const put = (name: string, text: string) => {
      mkdirSync(join(packages, name), { recursive: true });
      writeFileSync(join(packages, name, "core.cpython-311-x86_64-linux-gnu.so"), `\x7fELF\0${text}\0`);
    };
    put("old", "numpy.core._multiarray_umath");
    put("new", "numpy._core._multiarray_umath\0numpy.core._multiarray_umath");
    put("plain", "nothing of it");
    put("numpy", "numpy.core._multiarray_umath");
    expect(await builtForNumpy1(folder)).toEqual(["old"]);
  });

  it("are chosen for the C library of the image", () => {
    const interpreter = { python: "/usr/bin/python3", version: "3.11.2", machine: "x86_64", glibc: "2.36" };
    expect(installTarget(interpreter).platform).toBe("x86_64-manylinux_2_36");
    expect(installTarget({ ...interpreter, glibc: "2.30" }).platform).toBe("x86_64-manylinux_2_28");
    expect(() => installTarget({ ...interpreter, glibc: "" })).toThrow(/C library/);
  });
});

/** A wheel with one module, made by the standard library's own zip. */
function makeWheel(name: string, version: string): string {
  const file = `${name}-${version}-py3-none-any.whl`;
  const script = `
import sys, zipfile
path, name, version = sys.argv[1:]
info = f"{name}-{version}.dist-info"
with zipfile.ZipFile(path, "w") as wheel:
    wheel.writestr(f"{name}.py", f"__version__ = {version!r}\\n")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;
  execFileSync("python3", ["-c", script, join(folder, file), name, version]);
  return file;
}

describe("a further index", () => {
  const name = "codergentinynet";
  let server: Server;
  let address: string;
  beforeAll(async () => {
    const files = [makeWheel(name, "9.9.9"), makeWheel(name, "9.9.9+cpu")];
    const { readFile } = await import("node:fs/promises");
    server = createServer((asked, answer) => {
      const path = decodeURIComponent(asked.url ?? "");
      const file = files.find((known) => path.endsWith(`/${known}`));
      if (file !== undefined) return void readFile(join(folder, file)).then((content) => answer.end(content));
      if (!path.includes(name)) return void answer.writeHead(404).end();
      const links = files.map((known) => `<a href="/files/${encodeURIComponent(known)}">${known}</a>`);
      answer.setHeader("content-type", "text/html").end(`<html><body>${links.join("\n")}</body></html>`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
  });
  afterAll(() => server?.close());

  it.each(["uv", "pip"] as const)("gives %s its builds for the CPU", async (installer) => {
    const manager = await createEnvironmentManager({
      cacheDir: join(folder, installer),
      installer,
      extraIndex: address,
    });
    const { environment } = await manager.resolve([name]);
    expect(environment).toMatchObject({ state: "ready", lock: [`${name}==9.9.9+cpu`] });
  });

  it("merges sets into one environment, and a set that cannot be had spoils no other", async () => {
    const manager = await createEnvironmentManager({ cacheDir: join(folder, "merged"), extraIndex: address });
    await manager.merge([[name], [`${name}==9.9.9`]]);
    await manager.merge([[name], ["codergen-no-such-distribution-anywhere"]]);
    const [plain, pinned, none] = [
      await manager.resolve([name]),
      await manager.resolve([`${name}==9.9.9`]),
      await manager.resolve(["codergen-no-such-distribution-anywhere"]),
    ];
    expect(plain.environment.state).toBe("ready");
    expect(pinned.environment.id).toBe(plain.environment.id);
    expect(none.environment.state).toBe("install-failed");
    const listed = await manager.list();
    expect(listed).toHaveLength(1);
    expect(listed[0]?.bytes).toBeGreaterThan(0);
    expect((await manager.prune({ all: true })).length).toBe(1);
    expect(await manager.list()).toEqual([]);
  });
});
