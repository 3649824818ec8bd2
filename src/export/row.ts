/** Tasks as rows, and which configs of a dataset they belong to. */
import type { Environment } from "../contracts/environment.ts";
import type { Tier, VerifyRecord } from "../contracts/execution.ts";
import type { Task } from "../contracts/task.ts";
import type { TaskRow } from "../contracts/task-row.ts";

/** The configs of a dataset: tasks of at least that tier. */
export const configNames = ["any", "all", "verified"] as const;
export type ConfigName = (typeof configNames)[number];

const TIER_RANK: Record<Tier, number> = { none: 0, any: 1, all: 2, verified: 3 };

/** True when a task of `tier` belongs to `config`: `any` holds `all`, which holds `verified`. */
export function inConfig(tier: Tier, config: ConfigName): boolean {
  return TIER_RANK[tier] >= TIER_RANK[config];
}

export function toRow(task: Task, record: VerifyRecord, environment: Environment, program: string): TaskRow {
  return {
    task_id: task.id,
    document_id: task.documentId,
    source: task.source,
    url: task.url,
    licence: task.licence,
    domain: task.domain,
    tier: record.tier,
    instruction: task.instruction,
    requires_python: task.requiresPython,
    requirements: task.requirements,
    environment_id: environment.id,
    environment_lock: environment.lock,
    python_version: environment.pythonVersion,
    imports: task.imports,
    function_name: task.functionName,
    function: task.functionCode,
    tests: [task.testSetup, ...task.cases.map(({ code }) => code)]
      .filter((code) => code.trim() !== "")
      .join("\n\n\n"),
    case_names: record.cases.map(({ name }) => name),
    case_kinds: record.cases.map(({ kind }) => kind),
    case_verdicts: record.cases.map(({ verdict }) => verdict),
    vacuous_cases: record.cases.filter(({ vacuousUnder }) => vacuousUnder.length > 0).map(({ name }) => name),
    generator: task.provenance.method,
    program,
  };
}
