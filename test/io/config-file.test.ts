import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environmentLayer, readConfigFile, resolveConfig } from "../../src/io/config-file.ts";
import { readEnvironment } from "../../src/io/env.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const sources = [{ source: "pydoc", packages: ["json"] }];

describe("resolveConfig", () => {
  it("lets arguments win over environment, environment over file, file over default", () => {
    const file = { sources, workers: 3, sandbox: "namespace", out: "from-file", verify: { reruns: 5 } };
    const environment = environmentLayer(
      readEnvironment({ CODERGEN_WORKERS: "4", CODERGEN_OUT: "from-env" }),
    );
    const config = resolveConfig([{ out: "from-argument", workers: undefined }, environment, file], "test");
    expect(config).toMatchObject({
      out: "from-argument",
      workers: 4,
      sandbox: "namespace",
      python: "python3",
    });
    expect(config.verify).toMatchObject({ reruns: 5, stubs: true });
    expect(config.verify.limits.cpuSeconds).toBe(30);
  });

  it.each([
    [{ sources, worker: 2 }, 'unknown key "worker"', 'Did you mean "workers"?'],
    [
      { sources, verify: { limits: { cpuSecond: 2 } } },
      'unknown key "verify.limits.cpuSecond"',
      '"cpuSeconds"',
    ],
    [{ sources, verify: { zzz: 2 } }, 'unknown key "verify.zzz"', "Known keys here: reruns, stubs, limits"],
    [{ sources, workers: 0 }, "workers must be a whole number from 1 to 256, not 0", "Correct the value"],
    [{}, "sources: ", "Correct the value"],
    [{ sources: [{ source: "pydocs" }] }, "sources.0.source must be one of", 'Did you mean "pydoc"?'],
  ])("rejects %j", (layer, message, hint) => {
    expect(() => resolveConfig([layer], "codergen.yaml")).toThrow(
      expect.objectContaining({
        code: "config-invalid",
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      }),
    );
  });
});

describe("readConfigFile", () => {
  it.each([
    ["name: [unclosed", "codergen.yaml:"],
    ["- a\n- b\n", "must be a mapping"],
    ["", "must be a mapping"],
  ])("says where %j is wrong", async (text, message) => {
    const path = join(await tempFolder(), "codergen.yaml");
    await writeFile(path, text);
    await expect(readConfigFile(path)).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining(message),
    });
  });

  it("says how to get a file when there is none", async () => {
    const missing = join(await tempFolder(), "none.yaml");
    await expect(readConfigFile(missing)).rejects.toMatchObject({
      hint: expect.stringContaining("codergen init"),
    });
  });
});
