/** The flags of `codergen rank`. */
import { type Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { collect, parseWholeNumber } from "../command.ts";
import { SANDBOXES } from "../flags.ts";

export function addInputs(command: Command): Command {
  return command
    .option("--task <file>", "one task: a file with one row, or one row as FILE#N")
    .option("--text <words>", "the task in words, with --signature")
    .option("--signature <header>", 'the function\'s header, such as "def f(x):"')
    .option("--dataset <file>", "rank every task of a file, answered by an oracle")
    .addOption(
      new Option("--format <name>", "format of the rows (default: by their fields)").choices([
        "humaneval",
        "mbpp",
        "codergen",
        "export",
        "plain",
      ]),
    )
    .option("--candidates <source>", "mutants, model, a .py file, a folder of them, or .jsonl samples")
    .option("--tests <source>", "data, model, a .py file, a folder of them, or .jsonl with test")
    .option("--count <n>", "candidates to make or ask for (10)", parseWholeNumber)
    .option("--test-count <n>", "tests to ask a model for (10)", parseWholeNumber)
    .option("--max-tests <n>", "most tests of a task (a dataset: 20)", parseWholeNumber)
    .option("--sample <n>", "exactly so many tasks of the dataset, drawn by the seed", parseWholeNumber)
    .option("--seed <n>", "seed of mutants, samples and simulated users (0)", parseWholeNumber) as Command;
}

export function addMethod(command: Command): Command {
  return command
    .option("--questions <n>", "most questions (5)", parseWholeNumber)
    .option("--test-policy <name>", "which test is asked next; repeatable for a dataset", collect as never)
    .option("--candidate-policy <name>", "how candidates stand; repeatable for a dataset", collect as never)
    .option("--scoring <how>", "prune or soft; repeatable for a dataset", collect as never)
    .option("--error-rate <share>", "how often answers are expected to be wrong, 0 to 0.5", parseShare)
    .option("--rewrite <how>", "rewrite tests for candidates: all, cluster, or rare=PERCENT", parseRewrite)
    .option("--prune-tests", "drop tests that no candidate can run")
    .option("--prune-candidates", "drop candidates that can run no test")
    .option("--keep-crashers", "a rejected test keeps who crashes on it (TiCoder)")
    .option("--approved-only", "count approved tests only against --questions, ten questions at most")
    .option("--no-early-stop", "ask on when no question can change anything")
    .addOption(
      new Option("--oracle <who>", "who answers a dataset's questions").choices(["reference", "hidden"]),
    )
    .option("--user <kind>", "simulated user, e.g. errors=10%,skips=20%; repeatable", collect as never)
    .option("--protect", "protect candidates that pass the hidden tests (TiCoder's evaluation)")
    .option("--values", "the oracle gives the right value when it rejects a test")
    .option("--k <n>", "candidates that count in pass@k@m (1)", parseWholeNumber)
    .option("--answers <file>", "answers to a session, one a line, instead of a terminal") as Command;
}

export function addRunning(command: Command): Command {
  return command
    .option("--out <dir>", "folder of the session or benchmark (default: runs/rank/<task or dataset>)")
    .option("--restart", "forget what the folder holds")
    .addOption(new Option("--sandbox <backend>", "isolation of programs").choices(SANDBOXES))
    .option("--workers <n>", "programs run at one time", parseWholeNumber)
    .option("--python <path>", "base interpreter")
    .option("--cache-dir <dir>", "where environments and outcomes are cached")
    .option("--cpu-seconds <n>", "CPU seconds of a program on a test (2)", parsePositive)
    .addOption(
      new Option("--channel <how>", "tests apart from the program, or in one process").choices([
        "separate",
        "shared",
      ]),
    )
    .option("--prelude", "give programs the names that TiCoder imports for them")
    .option("--max-tokens <n>", "most tokens of a model's answer", parseWholeNumber)
    .option("--json", "one JSON object a line on standard output") as Command;
}

function parseShare(value: string): number {
  const number = Number(value);
  if (!(number >= 0 && number <= 0.5)) throw new InvalidArgumentError("give a share from 0 to 0.5");
  return number;
}

function parsePositive(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError("give a number above zero");
  return number;
}

function parseRewrite(value: string): string | { readonly rarePercent: number } {
  const [, percent] = /^rare=(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (percent !== undefined) return { rarePercent: Number(percent) };
  if (["none", "all", "cluster"].includes(value)) return value;
  throw new InvalidArgumentError("give all, cluster, none, or rare=PERCENT");
}
