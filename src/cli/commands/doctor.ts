import { newCommand, runAction } from "../command.ts";
import { printJson, printResult, styledResult } from "../output.ts";

const MARKS = {
  ok: ["green", "ok     "],
  warning: ["yellow", "missing"],
  problem: ["red", "PROBLEM"],
} as const;

export const doctorCommand = newCommand(
  "doctor",
  "checks what this machine has and says what to do about the rest",
  ["codergen doctor"],
)
  .option("--json", "one JSON object a line on standard output")
  .option("--python <path>", "base interpreter")
  .action(async ({ json, python }) => {
    await runAction(async () => {
      const { doctor } = await import("../../index.ts");
      let problems = 0;
      for await (const check of doctor(python === undefined ? {} : { python })) {
        if (check.state === "problem") problems++;
        if (json === true) {
          printJson(check);
          continue;
        }
        const [style, mark] = MARKS[check.state];
        printResult(`${styledResult(style, mark)} ${check.name.padEnd(12)} ${check.detail}`);
        if (check.advice !== null) printResult(`${" ".repeat(21)}${check.advice}`);
      }
      return problems > 0 ? 3 : 0;
    });
  });
