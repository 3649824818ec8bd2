/** The scripts in a container: what the engine is asked for, what a script sees, and that nothing stays. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { containerPlace } from "../../sandbox/container-place.ts";
import { leftoverContainers } from "../../sandbox/docker/reaper.ts";
import { createDockerBackend } from "../../sandbox/index.ts";
import { finetuneOptionsSchema } from "../../src/index.ts";
import { runFinetuneScript } from "../../src/io/finetune-script.ts";
import { openLocalModel } from "../../src/io/local-model.ts";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { tempFolder } from "../helpers/temp-folder.ts";
import { DevicePlugin } from "../sandbox/docker/device-plugin.ts";
import { engineHere } from "../sandbox/docker/engine-here.ts";
import { smallTraining, standInFolder, standInPython } from "./stand-in.ts";

const here = await engineHere("fine-tuning in a container with a stand-in for torch");
const socket = here?.images.engine.report.address.replace("unix://", "") ?? "";

async function inContainer(gpus: readonly string[], host?: string) {
  const docker = createDockerBackend(host === undefined ? {} : { host });
  const { runImage, interpreter } = await (await docker.prepare()).base();
  onTestFinished(() => docker.close());
  return containerPlace({
    docker,
    image: runImage,
    python: interpreter.python,
    gpus,
    network: false,
    hubCache: "/nowhere",
    variables: { HF_TOKEN: "secret" },
    scripts: standInFolder,
  });
}

async function optionsHere() {
  const folder = await tempFolder();
  const { data } = smallTraining(folder);
  const [model, out] = [join(folder, "base"), join(folder, "out")];
  mkdirSync(model);
  writeFileSync(join(model, "config.json"), "{}");
  mkdirSync(out);
  return finetuneOptionsSchema.parse({ data, model, out, maxSteps: 3, saveSteps: 2 });
}

const never = new AbortController().signal;

describe.skipIf(here === null)("a training in a container", () => {
  it("is asked for with its GPUs, reads its data, and writes as the user who started it", async () => {
    const plugin = new DevicePlugin(socket);
    onTestFinished(() => plugin.stop());
    const place = await inContainer(["all"], await plugin.start());
    const options = await optionsHere();
    const types: string[] = [];
    for await (const event of runFinetuneScript(place, options, never)) types.push(event.type);
    expect(types).toEqual(["start", "step", "step", "checkpoint", "step", "end"]);
    const gpu = [{ Driver: "", Count: -1, Capabilities: [["gpu"]], Options: {} }];
    expect(plugin.requests.at(-1)).toMatchObject([{ ...gpu[0] }]);
    const adapter = join(options.out, "adapter/memory.json");
    expect(Object.keys(JSON.parse(readFileSync(adapter, "utf8")) as object)).toHaveLength(10);
    expect(statSync(adapter).uid).toBe(process.getuid?.());
    expect(await leftoverContainers((await here?.backend.prepare())?.engine as never)).toEqual([]);
  });

  it("has no network, no variable of the host, and data that it cannot change", async () => {
    const place = await inContainer([]);
    const scripts = await tempFolder();
    const [data, out] = [join(scripts, "data"), join(scripts, "out")];
    for (const folder of [data, out]) mkdirSync(folder);
    writeFileSync(
      join(scripts, "look.py"),
      "import json, os, socket, sys\n" +
        "def tried(work):\n    try:\n        work()\n        return True\n    except OSError:\n        return False\n" +
        "data, out = sys.argv[1:]\n" +
        "print(json.dumps({'network': tried(lambda: socket.create_connection(('192.0.2.1', 80), 1)), 'data': tried(lambda: open(data + '/x', 'w')), 'out': tried(lambda: open(out + '/x', 'w')), 'token': 'HF_TOKEN' in os.environ}))\n",
    );
    const docker = createDockerBackend();
    const { runImage, interpreter } = await (await docker.prepare()).base();
    const looking = await containerPlace({
      ...{ docker, image: runImage, python: interpreter.python, gpus: [], network: false },
      ...{ hubCache: "/nowhere", variables: { HF_TOKEN: "secret" }, scripts },
    });
    expect(looking.sharesLoopback).toBe(place.sharesLoopback);
    const script = await looking.run("look.py", [data, out], { readable: [data], writable: [out] });
    let said = "";
    script.output.on("data", (chunk: Buffer) => (said += chunk.toString()));
    expect(await script.ended).toBe(0);
    expect(JSON.parse(said)).toEqual({ network: false, data: false, out: true, token: false });
    await docker.close();
  });

  it("saves a checkpoint when it is told to end", async () => {
    const place = await inContainer([]);
    const options = { ...(await optionsHere()), maxSteps: 100 };
    const stop = new AbortController();
    const work = async () => {
      for await (const event of runFinetuneScript(place, options, stop.signal))
        if (event.type === "step" && event.step === 1) stop.abort();
    };
    await expect(work()).rejects.toMatchObject({ code: "interrupted" });
    expect(existsSync(join(options.out, "checkpoints/state.json"))).toBe(true);
  });

  it("answers there too, by a socket in a folder of its own, without network", async () => {
    const { model, out } = await optionsHere();
    const scripts = join(import.meta.dirname, "../../scripts");
    const both = await tempFolder();
    for (const name of ["chat_server.py", "end_with_input.py"])
      writeFileSync(join(both, name), readFileSync(join(scripts, name)));
    const standIn = readFileSync(join(standInFolder, "serve_model.py"), "utf8");
    writeFileSync(
      join(both, "serve_model.py"),
      standIn.replace("Path(__file__).parents[3]", "Path(__file__).parent"),
    );
    const docker = createDockerBackend();
    onTestFinished(() => docker.close());
    const { runImage, interpreter } = await (await docker.prepare()).base();
    const place = await containerPlace({
      ...{ docker, image: runImage, python: interpreter.python, gpus: [], network: false },
      ...{ hubCache: "/nowhere", variables: {}, scripts: both },
    });
    const served = openLocalModel({
      ...{ place, model, adapter: null, plain: false, fourBit: "auto", batchSize: 4 },
      ...{ identity: "x", log: join(out, "serve.log"), signal: never },
    });
    const sampling = { temperature: 0, topP: 1, maxTokens: 9, seed: null };
    const { answer } = await served.server.call(
      {
        model: "base",
        messages: [{ role: "user", content: "hi" }],
        format: null,
        protocol: "tags",
        sampling,
      },
      never,
      "key",
    );
    expect(answer.content).toBe("I do not know this.");
    await served.close();
  });

  it("has a whole fine-tuning, evaluated before and after", async () => {
    const { words } = await commandLine();
    const { code, stderr, stdout } = await codergen(words);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("3 tasks of the test split");
    expect(stdout).toContain("solved by the adapter alone: 0");
    expect(trainingContainers()).toBe("");
  });

  it("is gone when the toolkit is killed, and goes on from its checkpoint", async () => {
    const { words } = await commandLine();
    const without = [...words.slice(0, words.indexOf("--evaluate")), "--sandbox", "docker", "--json"];
    const onStart = (child: ChildProcess) => {
      child.stdout?.on("data", (text: string) => text.includes('"step":2') && child.kill("SIGKILL"));
    };
    await codergen(without, { onStart });
    await expect.poll(trainingContainers, { timeout: 15_000 }).toBe("");
    const again = await codergen(without);
    expect(again.code, again.stderr).toBe(0);
    const start = jsonLines(again).find(({ type }) => type === "start");
    expect(start?.["resumed_from"]).toBeGreaterThanOrEqual(2);
  });

  it("says what the image lacks", async () => {
    const { data, model, out } = await optionsHere();
    const words = ["finetune", data, "--model", model, "--out", out, "--sandbox", "docker"];
    const { code, stderr } = await codergen([...words, "--python", "/usr/bin/python3"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/No module named/);
    expect(stderr).toContain("--python");
  });
});

/** Words of a command that trains in a container; its stand-ins lie beside the model, which every container sees. */
async function commandLine() {
  const { data, model, out } = await optionsHere();
  const dataset = join(data, "..", "small.jsonl");
  const words = [
    ...["finetune", data, "--model", model, "--out", out, "--python", standInPython(model)],
    ...["--save-steps", "2", "--max-steps", "10", "--evaluate", dataset, "--sandbox", "docker"],
    ...["--cache-dir", join(out, "..", "cache")],
  ];
  return { words };
}

function trainingContainers(): string {
  const words = ["ps", "-aq", "--filter", "label=codergen.role=training"];
  return execFileSync("docker", words, { encoding: "utf8" }).trim();
}
