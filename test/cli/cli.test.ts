/** The command line as a user meets it: help, errors, exit codes, completion. */
import { writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { trainingFormats } from "../../src/contracts/training.ts";
import { codergen, jsonLines, repositoryRoot } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const run = promisify(execFile);

const COMMANDS = [
  "init",
  "doctor",
  "scrape",
  "sketch",
  "generate",
  "verify",
  "run",
  "grade",
  "evaluate",
  "leaderboard",
  "repair",
  "rank",
  "build",
  "import",
  "refresh",
  "diff",
  "audit",
  "export",
  "publish",
  "finetune",
  "prompt",
  "env",
  "completion",
];

describe("help", () => {
  it("lists every command with an example", async () => {
    const { code, stdout } = await codergen(["--help"]);
    expect(code).toBe(0);
    for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
    const listed = [...stdout.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => String(name));
    expect(new Set(listed)).toEqual(new Set([...COMMANDS, "help"]));
    expect(stdout).toContain("$ codergen build");
  });

  it("names every training format that there is", async () => {
    const { stdout } = await codergen(["export", "--help"]);
    for (const format of trainingFormats) expect(stdout).toContain(`"${format}"`);
  });

  it.each([...COMMANDS, "scrape huggingface", "scrape pydoc", "scrape docs", "import aicodereval"])(
    "%s has help with an example",
    async (command) => {
      const { code, stdout } = await codergen([...command.split(" "), "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(/Examples?:\n {2}\$ /);
    },
  );

  it("prints the version", async () => {
    expect((await codergen(["--version"])).stdout.trim()).toBe(packageJson.version);
  });
});

describe("errors say what to do", () => {
  it.each([
    [["biuld"], 2, "Did you mean build?"],
    [["build", "--source", "pydocs"], 2, 'Did you mean "pydoc"?'],
    [["build", "--source", "pydoc"], 2, "packages"],
    [["build"], 2, "codergen init"],
    [["scrape", "pydoc"], 2, "packages is missing"],
    [
      ["build", "--source", "pydoc", "--package", "bisect", "--out", "/dev/null"],
      2,
      "cannot make the folder",
    ],
    [["build", "--sandbox", "magic"], 2, "Allowed choices are auto, docker, bubblewrap, namespace, none"],
    [["build", "--config", "missing.yaml"], 2, "codergen init"],
    [["scrape", "huggingface", "--from", "/no/such/folder", "--json"], 2, "/no/such/folder"],
    [["verify", "no-such-task.py"], 2, "no-such-task.py"],
    [["export", "no-such-run"], 2, "codergen build"],
    [["export", "--format", "chat", "runs/first"], 2, "codergen export runs/first --format NAME"],
    [["sketch", "no-such-file.jsonl", "--to", "sketch.json"], 2, "no-such-file.jsonl"],
  ])("codergen %j ends with %i", async (words, exitCode, text) => {
    const { code, stderr, stdout } = await codergen(words, { cwd: await tempFolder() });
    expect(stderr + stdout).toContain(text);
    expect(code).toBe(exitCode);
  });

  it("names the place of a mistake in codergen.yaml", async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, "codergen.yaml"), "sources:\n  - source: pydoc\n    package: [json]\n");
    const { code, stderr } = await codergen(["build"], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('unknown key "package"');
    expect(stderr).toContain('Did you mean "packages"?');
  });
});

describe("init and completion", () => {
  it("init writes a file that build accepts, and does not overwrite it", async () => {
    const cwd = await tempFolder();
    expect((await codergen(["init"], { cwd })).code).toBe(0);
    const again = await codergen(["init"], { cwd });
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining("--force") });
  });

  it.each(["bash", "zsh", "fish"])(
    "prints completion for %s that knows commands, sources and flags",
    async (shell) => {
      const { code, stdout } = await codergen(["completion", shell]);
      expect(code).toBe(0);
      expect(stdout).toContain("huggingface");
      expect(stdout).toMatch(shell === "fish" ? /-l package/ : /--package/);
    },
  );
});

describe("verify", () => {
  it("refuses a file that is no Python, with the line", async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, "broken.py"), "# %% function\ndef (:\n");
    const { code, stderr } = await codergen(["verify", "broken.py"], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("broken.py:2:");
  });
});

describe("pipes", () => {
  it("ends quietly when the reader has seen enough", async () => {
    const { stdout, stderr } = await run(
      "bash",
      ["-c", `set -o pipefail; "${process.execPath}" dist/cli/main.mjs prompt list | head -n 1`],
      { cwd: repositoryRoot },
    );
    expect(stdout.split("\n")).toHaveLength(2);
    expect(stderr).toBe("");
  });
});

describe("doctor", () => {
  it("reports Node, Python and isolation as JSON lines", async () => {
    const finished = await codergen(["doctor", "--json"], {
      env: { CODERGEN_CACHE_DIR: await tempFolder() },
    });
    const names = jsonLines<{ name: string; state: string }>(finished).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(["node", "python", "bubblewrap", "namespace", "cache", "gpu"]),
    );
  });
});
