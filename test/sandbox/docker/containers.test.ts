/** Containers on a real engine: exact bytes, short lives, ghosts, refusals. */
import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { ContainerProcess } from "../../../sandbox/docker/container-process.ts";
import { containerOptions } from "../../../sandbox/docker/container-options.ts";
import { connectEngine } from "../../../sandbox/docker/engine.ts";
import { Images } from "../../../sandbox/docker/images.ts";
import { leftoverContainers, reapContainers } from "../../../sandbox/docker/reaper.ts";
import { runToEnd } from "../../../sandbox/docker/run-to-end.ts";
import { createDockerBackend } from "../../../sandbox/index.ts";
import { ToolkitError } from "../../../src/errors.ts";
import { engineHere } from "./engine-here.ts";

const here = await engineHere("containers on a real engine");
const request = {
  role: "script",
  variables: {},
  scratchBytes: 1 << 24,
  processes: 16,
  network: false,
  readablePaths: [],
  gpus: [],
} as const;

/** An id that no process of this machine has now. */
function deadPid(): string {
  return execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
}

describe.skipIf(here === null)("containers", () => {
  const images = here?.images as Images;
  const run = async (...command: string[]) => {
    const { runImage: image } = await images.base();
    return runToEnd(images.engine, { image, command });
  };

  it("T73: give exactly the bytes that were printed, both streams apart", async () => {
    const script =
      "import sys, os\nos.write(1, b'h\\x00\\xff\\r\\n')\nos.write(2, b'\\x01\\0\\0\\0\\0\\0\\0\\x05')";
    const { exitCode, output, errors } = await run("python3", "-c", script);
    expect(exitCode).toBe(0);
    expect(output.toString("hex")).toBe("6800ff0d0a");
    expect(errors.toString("hex")).toBe("0100000000000005");
  });

  it("pass a megabyte through without a byte lost", async () => {
    const { output } = await run(
      "python3",
      "-c",
      "import os\nfor i in range(64): os.write(1, bytes([i]) * 16384)",
    );
    expect(output.equals(Buffer.concat(Array.from({ length: 64 }, (_, i) => Buffer.alloc(16384, i))))).toBe(
      true,
    );
  });

  it("T76: that live for a moment give their exit code, 200 times, under names of their own", async () => {
    const codes: (number | null)[] = [];
    const one = async (index: number) => {
      codes[index] = (await run("/bin/sh", "-c", `exit ${index % 7}`)).exitCode;
    };
    for (let first = 0; first < 200; first += 8) {
      await Promise.all(Array.from({ length: 8 }, (_, offset) => one(first + offset)));
    }
    expect(codes).toEqual(codes.map((_, index) => index % 7));
  }, 240_000);

  it("T80: of a toolkit that is gone are found and removed, whatever their state; others' are left", async () => {
    const { runImage: image } = await images.base();
    const { docker, report } = images.engine;
    const options = containerOptions({ ...request, image, command: ["sleep", "600"] }, report);
    const dead = { ...options.Labels, "codergen.owner": deadPid() };
    const ghost = await docker.createContainer({ ...options, name: undefined, Labels: dead });
    const running = await docker.createContainer({ ...options, name: undefined, Labels: dead });
    await running.start();
    const elsewhere = { ...dead, "codergen.machine": "another-machine" };
    const foreign = await docker.createContainer({ ...options, name: undefined, Labels: elsewhere });
    const mine = await ContainerProcess.start(images.engine, {
      ...request,
      image,
      command: ["sleep", "600"],
    });
    const found = (await leftoverContainers(images.engine)).map(({ id }) => id);
    expect(found).toEqual(expect.arrayContaining([ghost.id, running.id]));
    expect(found).not.toContain(foreign.id);
    expect(found).not.toContain(mine.id);
    expect(await reapContainers(images.engine)).toBeGreaterThanOrEqual(2);
    await expect(ghost.inspect()).rejects.toMatchObject({ statusCode: 404 });
    mine.kill();
    await mine.ended;
    await mine.remove();
    await foreign.remove({ force: true });
  });

  it("T80: are not confused by a ghost that holds a name: names are new every time", () => {
    const names = Array.from(
      { length: 50 },
      () => containerOptions({ ...request, image: "x", command: [] }, images.engine.report).name,
    );
    expect(new Set(names).size).toBe(50);
  });

  it("T78: without a driver for GPUs say so before any task is run", async () => {
    const reason = await here?.backend.reasonAgainstGpus(["all"]);
    if (reason === null) return console.warn("skipped: this engine gives GPUs");
    expect(reason).toMatch(/device driver|runtime|CDI/i);
    expect(reason).toContain("NVIDIA Container Toolkit");
  });

  it("end as sandbox-failure when the base image cannot be had", async () => {
    const nowhere = new Images(images.engine, "127.0.0.1:9/codergen/no-such-image:latest");
    await expect(nowhere.base()).rejects.toSatisfy(
      (error) =>
        error instanceof ToolkitError &&
        error.code === "sandbox-failure" &&
        error.retryable &&
        error.hint !== null,
    );
  }, 60_000);
});

describe("an engine that is not there", () => {
  it("is reported by the probe, with what was tried", async () => {
    const probed = await createDockerBackend({ host: "unix:///no/such/engine.sock" }).probe();
    expect(probed).toMatchObject({
      available: false,
      reason: expect.stringContaining("/no/such/engine.sock"),
    });
  });

  it("that speaks as Podman is taken under its own name", async () => {
    const answers: Record<string, unknown> = {
      "/version": { Version: "4.3.1", ApiVersion: "1.41", Components: [{ Name: "Podman Engine" }] },
      "/info": {
        Driver: "overlay",
        MemTotal: 1e9,
        NCPU: 2,
        SecurityOptions: ["name=rootless"],
        PidsLimit: true,
      },
    };
    const server = createServer((asked, answer) => {
      answer
        .setHeader("content-type", "application/json")
        .end(JSON.stringify(answers[asked.url ?? ""] ?? {}));
    });
    const path = `/tmp/codergen-test-podman-${process.pid}.sock`;
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const { report } = await connectEngine(`unix://${path}`);
    server.close();
    expect(report).toMatchObject({ name: "Podman", version: "4.3.1", rootless: true, apiVersion: "1.41" });
    expect(report.limits).toMatchObject({ pids: true, memory: false });
    expect((server.address() as AddressInfo | null)?.port).toBeUndefined();
  });
});
