/** Repairing the program of a task against the task's own cases, which stay as they are. */
import type { EnvironmentManager } from "../contracts/environment.ts";
import type { GenerateContext, ModelSet } from "../contracts/generator.ts";
import type { RepairAgent } from "../contracts/repair.ts";
import type { Limits, Sandbox } from "../contracts/sandbox.ts";
import { documentPage } from "../generate/model/document-page.ts";
import { loadPython } from "../python/index.ts";
import { programText, withProgramText } from "../task/index.ts";
import { testCell } from "../task/render.ts";
import { notInstalled, repairRunner } from "./repair-runner.ts";

export interface TaskRepairParts {
  readonly models: ModelSet;
  readonly sandbox: Sandbox;
  readonly environments: EnvironmentManager;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** The repair that a generator may ask for: the task with the best program, and every round on the way. */
export function taskRepairer(
  agent: RepairAgent,
  { models, sandbox, environments, limits, signal }: TaskRepairParts,
): NonNullable<GenerateContext["repair"]> {
  return async (task, document) => {
    const realised = await environments.resolve(task.requirements, signal);
    const cases = task.cases.map(({ kind, name }) => ({ kind, name }));
    const { state, reason } = realised.environment;
    const runner =
      state === "install-failed"
        ? { run: async () => notInstalled(reason ?? "not installed", cases), inspect: async () => "" }
        : repairRunner({
            sandbox,
            environment: realised,
            fileName: `${task.id}.py`,
            functionName: task.functionName,
            tests: testCell(task),
            cases,
            testContext: task.imports,
            limits,
            signal,
          });
    const { id, instruction, functionName, requirements } = task;
    const documents = [{ title: document.title ?? document.name, text: documentPage(document) }];
    const request = { id, instruction, code: programText(task), functionName, requirements, documents };
    const record = await agent.repair(request, { models, ...runner, rounds: models.rounds, signal });
    const best = record.rounds[record.best];
    const isBetter = best !== undefined && record.best > 0;
    return { task: isBetter ? withProgramText(task, best.code, await loadPython()) : task, record };
  };
}
