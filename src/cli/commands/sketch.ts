import type { Command } from "@commander-js/extra-typings";
import { newCommand, runAction } from "../command.ts";
import { printJson, printResult } from "../output.ts";

export function sketchCommand(): Command {
  const command = newCommand("sketch", "hashes of a benchmark's n-grams, for audits of contamination", [
    "codergen sketch HumanEval.jsonl mbpp.jsonl --to benchmarks.sketch.json",
    "codergen audit runs/first --against benchmarks.sketch.json",
  ])
    .argument("<file...>", "benchmarks' .jsonl, .json or .parquet files, or files of sketches")
    .requiredOption("--to <file>", "where the sketches go")
    .option("--json", "one JSON object a line on standard output");
  return command.action(async (files, { to, json }) => {
    await runAction(async () => {
      const { makeSketches } = await import("../../index.ts");
      const sketches = await makeSketches(files, to);
      const counts = sketches.map(({ name, problems, code, text }) => ({
        name,
        problems,
        code: code.length,
        text: text.length,
      }));
      if (json === true) printJson({ type: "sketched", file: to, sketches: counts });
      else
        for (const { name, problems, code, text } of counts)
          printResult(`${name}: ${problems} problems, ${code} n-grams of code, ${text} of text`);
      return 0;
    });
  }) as unknown as Command;
}
