/** `codergen repair` as a user meets it: ten broken files, a scripted model, the bundle, a real terminal. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileRepair } from "../../src/index.ts";
import { parseTask, renderTask } from "../../src/index.ts";
import { loadPython } from "../../src/python/index.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { startScriptedServer } from "../helpers/scripted-server.ts";
import { type BrokenFile, brokenFiles, writeCase, writer } from "./broken-files.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { onTerminal } from "../helpers/terminal.ts";
import { doublingTask } from "../task/doubling-task.ts";

const QUESTION = "(?:Follow which|Write it)\\? ";

describe("codergen repair on ten broken files", () => {
  it("keeps the best version of each, also where the last one is worse", { timeout: 300_000 }, async () => {
    expect(brokenFiles.length).toBe(10);
    const folder = await tempFolder();
    const server = await startScriptedServer(writer());
    const model = ["--model", "scripted", "--base-url", server.baseUrl, "--rounds", "2"];
    const cache = ["--cache-dir", join(folder, "cache")];
    try {
      for (const found of brokenFiles) {
        const words = await writeCase(folder, found);
        const done = await codergen(["repair", ...words, ...model, ...cache, "--yes", "--json"]);
        const [repair] = jsonLines<FileRepair>(done);
        expect(repair?.record, done.stderr).toMatchObject({ state: found.state, best: found.best });
        expect(repair?.analysis?.category).toBe(found.category);
        expect(done.code).toBe(found.state === "repaired" ? 0 : 4);
        const file = join(folder, `${found.name}.py`);
        const text = await readFile(file, "utf8");
        if (found.best === 0) {
          expect(text).toBe(found.broken);
          expect(repair?.diff).toBe("");
          continue;
        }
        expect(text.trim().endsWith(found.versions[found.best - 1]?.trim() ?? "?")).toBe(true);
        expect(await readFile(`${file}.orig`, "utf8")).toBe(found.broken);
        expect(await readFile(join(folder, `test_${found.name}.py`), "utf8")).toBe(found.tests);
      }
      const worse = brokenFiles.find(({ name }) => name === "last_is_worse");
      expect(worse?.versions.length).toBeGreaterThan(worse?.best ?? 0);
    } finally {
      await server.close();
    }
  });
});

describe("codergen repair", () => {
  const [misspelt] = brokenFiles as readonly [BrokenFile];

  it("explains without a model: category, line, cause, suggestions; exit code 4", async () => {
    const folder = await tempFolder();
    const words = await writeCase(folder, {
      ...misspelt,
      broken: "def double(value):\n    return valeu * 2\n",
    });
    const done = await codergen(["repair", ...words, "--cache-dir", join(folder, "cache")]);
    expect(done.code).toBe(4);
    expect(done.stdout).toContain("naming (unknown-name): NameError: name 'valeu' is not defined");
    expect(done.stdout).toContain("misspelt.py:2: return valeu * 2");
    expect(done.stdout).toContain("Did you mean `value`?");
    expect(done.stderr).toContain("no model was named");
    expect((await readdir(folder)).filter((name) => name.endsWith(".orig"))).toEqual([]);
  });

  it("says that a file passes, exit code 0", async () => {
    const folder = await tempFolder();
    const words = await writeCase(folder, { ...misspelt, broken: "def double(x):\n    return 2 * x\n" });
    const done = await codergen(["repair", ...words, "--cache-dir", join(folder, "cache")]);
    expect([done.code, done.stdout.trim()]).toEqual([0, `${words[0]}: 1 of 1 cases pass`]);
  });

  it("shows a diff that patch takes, and writes nothing where nobody can be asked", async () => {
    const folder = await tempFolder();
    const server = await startScriptedServer(writer());
    try {
      const words = await writeCase(folder, misspelt);
      const model = [
        "--model",
        "scripted",
        "--base-url",
        server.baseUrl,
        "--cache-dir",
        join(folder, "cache"),
      ];
      const done = await codergen(["repair", ...words, ...model]);
      expect(done.code).toBe(4);
      expect(done.stderr).toContain("--yes writes it");
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.broken);
      const diff = done.stdout.slice(done.stdout.indexOf("--- a/"));
      execFileSync("patch", ["-p0", words[0] ?? ""], { input: diff });
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.versions[0]);
    } finally {
      await server.close();
    }
  });

  it("asks on a terminal which suggestions to follow, and before it writes", {
    timeout: 60_000,
  }, async () => {
    const folder = await tempFolder();
    const server = await startScriptedServer(writer());
    try {
      const words = await writeCase(folder, misspelt);
      const model = [
        "--model",
        "scripted",
        "--base-url",
        server.baseUrl,
        "--cache-dir",
        join(folder, "cache"),
      ];
      const refused = await onTerminal(["repair", ...words, ...model], QUESTION, ["1", "n"]);
      expect(refused).toContain("Follow which?");
      expect(refused).toContain("Write it?");
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.broken);
      const paid = server.answered();
      await onTerminal(["repair", ...words, ...model], QUESTION, ["1", "y"]);
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.versions[0]);
      expect(server.answered()).toBe(paid); // answers come from the cache the second time
    } finally {
      await server.close();
    }
  });

  it("interrupted, leaves the file alone, and pays no answer twice when it is started again", async () => {
    const folder = await tempFolder();
    const server = await startScriptedServer({ ...writer(), latencyMs: 400 });
    try {
      const words = await writeCase(folder, misspelt);
      const model = [
        "--model",
        "scripted",
        "--base-url",
        server.baseUrl,
        "--cache-dir",
        join(folder, "cache"),
      ];
      const stopped = await codergen(["repair", ...words, ...model, "--yes"], {
        onStart: (child) => {
          const waiting = setInterval(() => {
            if (server.requests() < 3) return; // what the server can do, the suggestions, and then the program
            clearInterval(waiting);
            child.kill("SIGINT");
          }, 20);
        },
      });
      expect(stopped.code).toBe(130);
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.broken);
      const done = await codergen(["repair", ...words, ...model, "--yes"]);
      expect(done.code).toBe(0);
      const asked = server.bodies.map(({ tools }) => tools?.[0]?.function.name);
      expect(asked.filter((name) => name === "suggest_fixes")).toHaveLength(1);
      expect(await readFile(words[0] ?? "", "utf8")).toBe(misspelt.versions[0]);
    } finally {
      await server.close();
    }
  });

  it("repairs a task file in its cells; tests, header and the rest stay as they are", async () => {
    const folder = await tempFolder();
    const task = doublingTask();
    const server = await startScriptedServer({
      fill: (field) =>
        field === "code" ? `${task.imports}\n\n\n${task.functionCode}` : "- Use the parameter.",
    });
    try {
      const file = join(folder, "task.py");
      const right = renderTask(task).text.replace("# %% run", "# a note of a person\n\n# %% run");
      const broken = right.replace(/return (.*)$/m, "return unknown_name");
      expect(broken).not.toBe(right);
      await writeFile(file, broken);
      await chmod(file, 0o640);
      const words = [
        "--model",
        "scripted",
        "--base-url",
        server.baseUrl,
        "--cache-dir",
        join(folder, "cache"),
      ];
      const done = await codergen(["repair", file, ...words, "--yes"]);
      expect(done.code, done.stdout + done.stderr).toBe(0);
      expect(await readFile(file, "utf8")).toBe(right);
      expect((await stat(file)).mode & 0o777).toBe(0o640);
      const line = broken.split("\n").findIndex((text) => text.includes("return unknown_name")) + 1;
      expect(done.stdout).toContain(`task.py:${line}: return unknown_name`);
      expect(parseTask(await readFile(file, "utf8"), await loadPython()).cases).toEqual(
        parseTask(right, await loadPython()).cases,
      );
    } finally {
      await server.close();
    }
  });

  it("writes to another file with --out, and keeps line ends and an earlier original", async () => {
    const folder = await tempFolder();
    const server = await startScriptedServer(writer());
    try {
      const words = await writeCase(folder, misspelt);
      const file = words[0] ?? "";
      await writeFile(file, misspelt.broken.replaceAll("\n", "\r\n"));
      await writeFile(`${file}.orig`, "older");
      const model = [
        "--model",
        "scripted",
        "--base-url",
        server.baseUrl,
        "--cache-dir",
        join(folder, "cache"),
      ];
      const out = join(folder, "fixed", "double.py");
      await mkdir(join(folder, "fixed"));
      expect((await codergen(["repair", ...words, ...model, "--yes", "--out", out])).code).toBe(0);
      expect(await readFile(out, "utf8")).toBe(misspelt.versions[0]);
      expect(await readFile(file, "utf8")).toContain("return y");
      expect((await codergen(["repair", ...words, ...model, "--yes"])).code).toBe(0);
      expect(await readFile(file, "utf8")).toBe(misspelt.versions[0]?.replaceAll("\n", "\r\n"));
      expect(await readFile(`${file}.orig`, "utf8")).toBe("older");
    } finally {
      await server.close();
    }
  });

  it.each([
    [["missing.py", "--tests", "missing.py"], 2, "cannot read missing.py"],
    [["--help"], 0, "codergen repair task.py"],
  ])("repair %j", async (words, code, text) => {
    const done = await codergen(["repair", ...words]);
    expect(done.code).toBe(code);
    expect(done.stdout + done.stderr).toContain(text);
  });

  it("says what is wrong with files, tests and agents", async () => {
    const folder = await tempFolder();
    const words = await writeCase(folder, misspelt);
    const [file = ""] = words;
    const cases: [string[], string][] = [
      [[file], "Give its tests with --tests FILE"],
      [[file, "--tests", file], "it has no test functions"],
      [[...words, "--agent", "codergn"], 'Did you mean "codergen"?'],
    ];
    for (const [given, text] of cases) {
      const done = await codergen(["repair", ...given]);
      expect([done.code, done.stderr.includes(text)], done.stderr).toEqual([2, true]);
    }
  });
});
