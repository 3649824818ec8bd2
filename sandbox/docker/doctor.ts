/** What `doctor` says of the container engine: version, rootless, limits it can hold, GPUs, leftovers. */
import type { Check } from "../../src/contracts/check.ts";
import { describeError } from "../../src/errors.ts";
import { Engine } from "./engine.ts";
import { findEngine } from "./find-engine.ts";
import { leftoverContainers, reapContainers } from "./reaper.ts";

/** Checks of the engine; none where there is no engine, which the backend's own line says. */
export async function* engineChecks(): AsyncGenerator<Check> {
  const found = await findEngine().catch(() => null);
  if (found === null) return;
  const { name, version, apiVersion, address, rootless, storageDriver, limits, gpuRuntimes } = found.report;
  const detail = `${name} ${version}, API ${apiVersion}, ${rootless ? "rootless" : "as root"}, ${storageDriver}, ${address}`;
  yield { name: "engine", state: "ok", detail, advice: null };
  const missing = Object.entries(limits).flatMap(([limit, held]) =>
    held || limit === "swap" ? [] : [limit],
  );
  yield {
    name: "limits",
    state: missing.length === 0 ? "ok" : "warning",
    detail:
      missing.length === 0 ? "memory, CPU and processes" : `the engine cannot limit: ${missing.join(", ")}`,
    advice:
      missing.length === 0
        ? null
        : "Limits inside the container still hold; rootless engines need cgroup v2.",
  };
  yield {
    name: "gpu runtime",
    state: gpuRuntimes.length > 0 ? "ok" : "warning",
    detail: gpuRuntimes.length > 0 ? gpuRuntimes.join(", ") : "the engine names none",
    advice:
      gpuRuntimes.length > 0 ? null : "For --gpus, install the NVIDIA Container Toolkit for this engine.",
  };
  yield await leftoverCheck(new Engine(found));
}

async function leftoverCheck(engine: Engine): Promise<Check> {
  try {
    const names = (await leftoverContainers(engine)).map(({ name }) => name);
    if (names.length === 0) return { name: "leftovers", state: "ok", detail: "no containers", advice: null };
    await reapContainers(engine);
    const detail = `removed ${names.length} containers of toolkits that were killed: ${names.join(", ")}`;
    return { name: "leftovers", state: "ok", detail, advice: null };
  } catch (error) {
    return { name: "leftovers", state: "warning", detail: describeError(error), advice: null };
  }
}
