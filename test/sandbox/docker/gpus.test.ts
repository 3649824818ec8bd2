/** GPUs up to the request that the engine receives, and what is done with tasks when there are none. */
import { describe, expect, it } from "vitest";
import { verifyProgram } from "../../../sandbox/conformance/check.ts";
import { gpuRequests } from "../../../sandbox/docker/container-options.ts";
import { GpuSlots } from "../../../sandbox/gpu-slots.ts";
import { createDockerBackend, createEnvironmentManager, createSandbox } from "../../../sandbox/index.ts";
import { ToolkitError } from "../../../src/errors.ts";
import { DevicePlugin } from "./device-plugin.ts";
import { engineHere } from "./engine-here.ts";

describe("the request for GPUs", () => {
  it.each([
    [["all"], { Driver: "", Count: -1, Capabilities: [["gpu"]], Options: {} }],
    [["0"], { Driver: "", Count: 0, DeviceIDs: ["0"], Capabilities: [["gpu"]], Options: {} }],
  ])("for %s is what Docker's own client sends", (gpus, expected) => {
    expect(gpuRequests(gpus)).toEqual([expected]);
  });

  it("is not made for a program that needs none", () => {
    expect(gpuRequests([])).toEqual([]);
  });
});

describe("slots of GPUs", () => {
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

  it("share a device as often as they may, and spread over devices", async () => {
    const slots = new GpuSlots({ devices: ["0", "1"], shares: 2 });
    const taken: string[] = [];
    let running = 0;
    let most = 0;
    const work = async (device: string) => {
      taken.push(device);
      most = Math.max(most, ++running);
      await turn();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, () => slots.use(false, work)));
    expect(most).toBe(4);
    expect(taken.slice(0, 4).sort()).toEqual(["0", "0", "1", "1"]);
  });

  it("give a whole device to who needs it alone, and nobody overtakes", async () => {
    const slots = new GpuSlots({ devices: ["0"], shares: 2 });
    const order: string[] = [];
    const job = (name: string, exclusive: boolean) =>
      slots.use(exclusive, async () => {
        order.push(`${name} in`);
        await turn();
        order.push(`${name} out`);
      });
    await Promise.all([job("a", false), job("alone", true), job("b", false)]);
    expect(order).toEqual(["a in", "a out", "alone in", "alone out", "b in", "b out"]);
  });

  it("let go who is cancelled while waiting", async () => {
    const slots = new GpuSlots({ devices: ["0"], shares: 1 });
    const cancel = new AbortController();
    const first = slots.use(false, turn);
    const second = slots.use(true, turn, cancel.signal);
    cancel.abort();
    await expect(second).rejects.toBeInstanceOf(ToolkitError);
    await first;
    expect(await slots.use(true, async (device) => device)).toBe("0");
  });
});

const here = await engineHere("GPU tasks with a stand-in for the device driver");
const socket = here?.images.engine.report.address.replace("unix://", "") ?? "";

describe.skipIf(here === null)("GPU tasks in containers", () => {
  it("get their device, one each, while CPU tasks get none", async () => {
    const plugin = new DevicePlugin(socket);
    const docker = createDockerBackend({ host: await plugin.start() });
    const images = await docker.prepare();
    const environment = await (
      await createEnvironmentManager({ cacheDir: "/tmp/codergen-test-cache", images })
    ).resolve([]);
    const gpus = { devices: ["0", "1"], shares: 1 };
    const sandbox = await createSandbox({ backend: "docker", workers: 2, docker, gpus });
    const gpuWork = "class Model:\n    def cuda(self):\n        return self\nModel().cuda()\nreturn value";
    const reports = await Promise.all([
      verifyProgram(sandbox, environment, { work: gpuWork }),
      verifyProgram(sandbox, environment, { work: `${gpuWork}\n` }),
      verifyProgram(sandbox, environment, {}),
    ]);
    await sandbox.close();
    plugin.stop();
    expect(reports.map(({ cases }) => cases[0]?.verdict)).toEqual(["passed", "passed", "passed"]);
    const [preflight, ...others] = plugin.requests.filter((asked) => asked !== null) as {
      DeviceIDs: string[];
    }[][];
    expect(preflight?.[0]?.DeviceIDs).toEqual(["0", "1"]);
    expect(others.map((asked) => asked[0]?.DeviceIDs)).toEqual(expect.arrayContaining([["0"], ["1"]]));
    expect(plugin.requests).toContain(null);
  });
});
