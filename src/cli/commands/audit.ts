import type { Command } from "@commander-js/extra-typings";
import type { AuditSummary } from "../../index.ts";
import { addAuditFlags } from "../audit-flags.ts";
import { newCommand, runAction } from "../command.ts";
import type { Flags } from "../flags.ts";
import { printJson, printResult } from "../output.ts";
import { createEventPrinter, drawEvents } from "../progress.ts";
import { parseShare } from "../training-flags.ts";
import { auditTable } from "../audit-table.ts";

export function auditCommand(): Command {
  const command = newCommand(
    "audit",
    "near-duplicates, contamination, secrets, personal data, licences and balance of a run's tasks",
    [
      "codergen audit runs/first",
      "codergen audit runs/first --against my-benchmark.jsonl --contamination drop",
      "codergen audit runs/first --near-duplicates drop --balance domain=0.5 --json",
    ],
  )
    .argument("<run>", "folder of a verified run")
    .option("--similarity <share>", "from which two tasks are nearly the same (0.8)", parseShare);
  addAuditFlags(command as unknown as Command).option("--json", "one JSON object a line on standard output");
  return (command as unknown as Command).action(async (run: unknown, flags: unknown) => {
    await runAction(() => runAudit(String(run), flags as Flags));
  });
}

async function runAudit(run: string, flags: Flags): Promise<number> {
  const { auditRun } = await import("../../index.ts");
  const { json, ...options } = flags;
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const printer = await createEventPrinter(json === true);
  const summary: AuditSummary = await drawEvents(auditRun(run, given as never), printer);
  if (json === true) printJson({ type: "audited", summary });
  else printResult(await auditTable(summary));
  return 0;
}
