/** Asks the engine for GPUs once, with a container that does nothing, before any task has to find out. */
import { reasonOf } from "./engine.ts";
import type { Images } from "./images.ts";
import { runToEnd } from "./run-to-end.ts";

const NO_DRIVER =
  /could not select device driver|unknown or invalid runtime|CDI device|nvidia-container|libcuda/i;

/** Null when a container with these devices starts; else what to do about it. */
export async function reasonAgainstGpus(images: Images, devices: readonly string[]): Promise<string | null> {
  const { runImage, interpreter } = await images.base();
  const command = [interpreter.python, "-S", "-c", ""];
  try {
    const { exitCode } = await runToEnd(images.engine, { image: runImage, command, gpus: devices });
    return exitCode === 0 ? null : `a container with GPUs ended with status ${exitCode}.`;
  } catch (error) {
    const said = reasonOf(error);
    const advice = NO_DRIVER.test(said)
      ? " Install the NVIDIA Container Toolkit for this engine (Docker from a snap package cannot use it)."
      : "";
    return `${images.engine.report.name} says: ${said}.${advice}`;
  }
}
