import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { newCommand, runAction } from "../command.ts";
import { printLog, printResult } from "../output.ts";

const FILE = "codergen.yaml";

const TEXT = `# A codergen dataset. Run it with \`codergen build\`; flags and CODERGEN_* variables win over this file.
name: my-dataset

# Where documents come from. \`codergen scrape --help\` lists the sources, \`codergen scrape <source> --help\` their options.
sources:
  - source: pydoc
    packages: [statistics, textwrap]
  # - source: huggingface
  #   task: image-classification
  #   limit: 100
  # - source: docs
  #   url: https://example.org/docs/

# extract: no model, tasks from the documents' own examples.
generator: extract

# auto takes the strongest isolation this machine has: bubblewrap, then namespace. "none" must be asked for.
sandbox: auto
workers: 2

verify:
  reruns: 2      # extra runs with other hash seeds; what changes is flaky
  stubs: true    # cases that a stub of the function passes keep a task out of "verified"
  limits:
    cpuSeconds: 30
    wallSeconds: 60

export:
  formats: [parquet, jsonl, py]
`;

export const initCommand = newCommand("init", `writes a commented ${FILE} for a new dataset`, [
  "codergen init",
])
  .option("--force", "overwrite an existing file")
  .action(async ({ force }) => {
    await runAction(async () => {
      if (existsSync(FILE) && force !== true) {
        printLog(`${FILE} is here already; --force overwrites it`);
        return 2;
      }
      await writeFile(FILE, TEXT);
      printResult(`wrote ${FILE}; next: codergen build`);
      return 0;
    });
  });
