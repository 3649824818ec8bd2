/** What the audit leaves out, as flags of `audit` and `export`. */
import { type Command, Option } from "@commander-js/extra-typings";
import { collect } from "./command.ts";
import { parseBalance } from "./training-flags.ts";

const DROP_OR_KEEP = ["drop", "keep"];

/** @param prefix What stands before each description: what the flags are for. */
export function addAuditFlags(command: Command, prefix = ""): Command {
  const given: unknown = command
    .addOption(choice("--near-duplicates <what>", `${prefix}tasks that are nearly the same`, DROP_OR_KEEP))
    .addOption(
      choice("--contamination <what>", `${prefix}tasks that repeat a problem of a benchmark`, DROP_OR_KEEP),
    )
    .option(
      "--against <file>",
      `${prefix}benchmark or sketch to compare with, instead of HumanEval and MBPP; repeatable`,
      collect as never,
    )
    .addOption(
      choice("--findings <what>", `${prefix}tasks with secrets or personal data`, [
        "reject",
        "redact",
        "keep",
      ]),
    )
    .option(
      "--balance <by=share>",
      `${prefix}most share of one domain, package or source, e.g. domain=0.5`,
      parseBalance,
    );
  return given as Command;
}

function choice(flag: string, description: string, choices: readonly string[]): Option {
  return new Option(flag, description).choices([...choices]);
}
