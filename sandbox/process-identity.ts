/** Tells one process from a later one with the same id, and this machine's from another's. */
import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** Start time of a process in clock ticks since boot; "" when it is gone. */
export function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** One boot of one machine. */
export interface MachineIdentity {
  readonly machine: string;
  readonly boot: string;
}

let known: MachineIdentity | undefined;

/** This machine, as it is booted now. */
export function machineIdentity(): MachineIdentity {
  known ??= { machine: hostname(), boot: bootId() };
  return known;
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "unknown";
  }
}
