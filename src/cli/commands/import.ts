import type { Command } from "@commander-js/extra-typings";
import { newCommand, runAction } from "../command.ts";
import { printJson, printLog, printResult } from "../output.ts";

export function importCommand(): Command {
  const command = newCommand("import", "task files of other systems", [
    "codergen import aicodereval tasks/ --json",
  ]);
  const aicodereval = newCommand("aicodereval", "files of AICoderEval's layouts; one line a file", [
    "codergen import aicodereval tasks/ --json",
  ])
    .argument("<dir>", "folder of files")
    .option("--json", "one JSON object a line on standard output")
    .action(async (dir, { json }) => {
      await runAction(async () => {
        const { importAicodereval } = await import("../../index.ts");
        const counts = new Map<string, number>();
        for await (const record of importAicodereval(dir)) {
          counts.set(record.state, (counts.get(record.state) ?? 0) + 1);
          if (json === true) printJson(record);
          else
            printResult(
              `${record.state}  ${record.input}${record.reason === null ? "" : `: ${record.reason}: ${record.detail}`}`,
            );
        }
        for (const [state, count] of counts) printLog(`${count} ${state}`);
        return 0;
      });
    });
  return command.addCommand(aicodereval);
}
