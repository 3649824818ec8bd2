/**
 * Backend `bubblewrap`: every namespace of its own, a root that holds only what is needed and is
 * read-only, an unprivileged user without capabilities, no new privileges, no further user namespaces.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { packageRoot } from "../src/io/package-root.ts";
import type { Availability } from "./backend.ts";
import { findProgram } from "./find-program.ts";
import { type Launch, type LaunchRequest, localBackend } from "./local-process.ts";
import { additionalPaths, visibleSystemPaths } from "./visible-paths.ts";

const PROBE_TIMEOUT_MS = 10_000;
const INSIDE = { harness: "/codergen/harness", scratch: "/tmp/codergen" };
const ETC_FILES = ["passwd", "group", "hosts", "nsswitch.conf"];

const words = (text: string) => text.split(" ");

/** Kernel settings: the user inside may be the owner of the files outside, so they are covered. */
const KERNEL_FOLDERS = words("sys irq bus fs acpi driver scsi tty pressure mtrr sysrq-trigger");

const isolationArguments = words(
  "--unshare-all --unshare-user --disable-userns --uid 1000 --gid 1000 --cap-drop ALL --hostname sandbox " +
    "--die-with-parent --new-session --as-pid-1",
);

function systemArguments(): string[] {
  return visibleSystemPaths().flatMap((entry) =>
    entry.kind === "link" ? ["--symlink", entry.target, entry.path] : ["--ro-bind", entry.path, entry.path],
  );
}

function writableArguments(scratchBytes: number): string[] {
  const tmpfs = words(`--size ${scratchBytes} --perms 1777 --tmpfs`);
  const covered = KERNEL_FOLDERS.flatMap((name) => ["--ro-bind-try", `/proc/${name}`, `/proc/${name}`]);
  return [
    ...words("--proc /proc --dev /dev"),
    ...covered,
    ...tmpfs,
    "/tmp",
    ...tmpfs,
    "/dev/shm",
    ...words("--remount-ro /dev"),
  ];
}

function bubblewrapArguments(request: LaunchRequest): string[] {
  const harness = `${packageRoot()}/sandbox/harness`;
  return [
    ...isolationArguments,
    ...(request.network ? ["--share-net"] : []),
    ...systemArguments(),
    ...writableArguments(request.scratchBytes),
    ...ETC_FILES.flatMap((name) => ["--ro-bind", `${harness}/etc/${name}`, `/etc/${name}`]),
    ...(request.network ? ["--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf"] : []),
    "--ro-bind",
    harness,
    INSIDE.harness,
    ...additionalPaths(request.readablePaths).flatMap((path) => ["--ro-bind", path, path]),
    ...words("--remount-ro / --chdir /tmp --"),
    request.python,
    ...request.pythonArguments(INSIDE),
  ];
}

async function probe(): Promise<Availability> {
  const program = findProgram("bwrap");
  if (program === null) return { available: false, reason: "bubblewrap (bwrap) is not installed" };
  const args = [
    ...isolationArguments,
    ...systemArguments(),
    ...writableArguments(1 << 20),
    "--",
    "/bin/true",
  ];
  try {
    await promisify(execFile)(program, args, { timeout: PROBE_TIMEOUT_MS, env: {} });
    return { available: true };
  } catch (error) {
    const message =
      error instanceof Error ? (error.message.split("\n").at(-2) ?? error.message) : String(error);
    return { available: false, reason: `bubblewrap cannot isolate here: ${message}` };
  }
}

function launch(request: LaunchRequest): Launch {
  return {
    command: [findProgram("bwrap") ?? "bwrap", ...bubblewrapArguments(request)],
    variables: request.variables,
    paths: INSIDE,
  };
}

export const bubblewrap = localBackend({ name: "bubblewrap", isolated: true, probe, launch });
