/**
 * A container engine that may go away and come back: every call is repeated, ever more slowly, while the
 * engine cannot be reached. What it refuses, it refuses at once.
 */
import type Docker from "dockerode";
import { setTimeout as sleep } from "node:timers/promises";
import { describeError, ToolkitError } from "../../src/errors.ts";
import { type EngineReport, findEngine } from "./find-engine.ts";
import { OWNER_LABEL } from "./labels.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;
const PATIENCE_MS = 60_000;
/** Longest wait at the end for containers that the engine is removing. */
const GONE_MS = 15_000;
const GONE_LOOK_MS = 50;
const LOST_CONNECTION = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EAI_AGAIN"]);

/** The engine could not be reached, or was stopping: the same call may work later. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, statusCode } = error as Error & { code?: string; statusCode?: number };
  if (statusCode !== undefined) return statusCode === 503 || /shutting down|is stopping/i.test(error.message);
  return LOST_CONNECTION.has(code ?? "") || /socket hang up/.test(error.message);
}

/** HTTP status of what the engine refused; null when it did not answer. */
export function statusOf(error: unknown): number | null {
  return (error as { statusCode?: number } | null)?.statusCode ?? null;
}

/** Why a call failed, as the engine says it. */
export function reasonOf(error: unknown): string {
  const said = (error as { json?: { message?: unknown } } | null)?.json?.message;
  return typeof said === "string" ? said : describeError(error);
}

export interface EngineOptions {
  readonly docker: Docker;
  readonly report: EngineReport;
  /** How long an engine that is away is waited for, ms. */
  readonly patienceMs?: number;
}

export class Engine {
  readonly docker: Docker;
  readonly report: EngineReport;
  readonly #patienceMs: number;
  /** Containers that could not be removed while the engine was away. */
  readonly #doomed = new Set<string>();

  constructor({ docker, report, patienceMs = PATIENCE_MS }: EngineOptions) {
    this.docker = docker;
    this.report = report;
    this.#patienceMs = patienceMs;
  }

  /**
   * `work`, again and again while the engine is away.
   * @throws ToolkitError `sandbox-failure` (retryable) when it stays away; else what `work` throws.
   */
  async retrying<T>(work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#patienceMs;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        return await work();
      } catch (error) {
        if (!isUnreachable(error)) throw error;
        if (performance.now() + wait > deadline) throw engineAway(this.report, error);
      }
      await sleep(wait);
    }
  }

  /** Ends and removes a container, whatever state it is in; later when the engine is away. */
  async removeContainer(id: string): Promise<void> {
    this.#doomed.add(id);
    await this.removeDoomed();
  }

  /** Removes what could not be removed before. Errors are left for the next time. */
  async removeDoomed(): Promise<void> {
    await Promise.all(
      [...this.#doomed].map(async (id) => {
        try {
          await this.docker.getContainer(id).remove({ force: true, v: true });
          this.#doomed.delete(id);
        } catch (error) {
          if (statusOf(error) === 404) this.#doomed.delete(id);
        }
      }),
    );
  }

  /** Waits until what is doomed is gone, or the engine stays away. */
  async close(): Promise<void> {
    await this.#findDead();
    if (this.#doomed.size === 0) return;
    await this.retrying(() => this.docker.ping()).catch(() => undefined);
    const deadline = performance.now() + GONE_MS;
    for (await this.removeDoomed(); this.#doomed.size > 0; await this.removeDoomed()) {
      if (performance.now() > deadline) return;
      await sleep(GONE_LOOK_MS);
    }
  }

  /** A container whose making was under way when the engine was killed is known to the engine alone, as dead. */
  async #findDead(): Promise<void> {
    const filters = { label: [`${OWNER_LABEL}=${process.pid}`], status: ["dead"] };
    const dead = await this.docker.listContainers({ all: true, filters }).catch(() => []);
    for (const { Id } of dead) this.#doomed.add(Id);
  }
}

function engineAway(report: EngineReport, cause: unknown): ToolkitError {
  return new ToolkitError("sandbox-failure", `${report.name} does not answer at ${report.address}.`, {
    hint: "Start it again; what is not verified yet is done by the same command.",
    retryable: true,
    cause,
  });
}

/**
 * Connects to the engine of this machine.
 * @throws Error that says what was tried.
 */
export async function connectEngine(address?: string): Promise<Engine> {
  return new Engine(await findEngine(address));
}
