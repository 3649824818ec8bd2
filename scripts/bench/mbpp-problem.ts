/** A record of MBPP as a problem in HumanEval's format: its assertions become the body of `check`. */

export interface MbppRecord {
  readonly task_id: number;
  readonly code: string;
  readonly test_list: readonly string[];
  readonly test_setup_code?: string;
}

/** The function that the tests are about: the first they call that the code defines. */
function entryPoint({ code, test_list }: MbppRecord): string {
  const called = [...(test_list[0] ?? "").matchAll(/(\w+)\s*\(/g)].map(([, name]) => name ?? "");
  return called.find((name) => new RegExp(`^(?:def|class)\\s+${name}\\b`, "m").test(code)) ?? "solution";
}

export function asProblem(record: MbppRecord) {
  const name = entryPoint(record);
  const calls = new RegExp(`\\b${name}(?=\\s*\\()`, "g");
  const indented = (line: string) => line.replaceAll("\r", "").replaceAll("\n", "\n    ");
  const body = record.test_list.map((line) => `    ${indented(line.replaceAll(calls, "candidate"))}\n`);
  const setup = (record.test_setup_code ?? "").replaceAll("\r", "");
  return {
    task_id: `MBPP/${record.task_id}`,
    prompt: "import math\n",
    entry_point: name,
    test: `${setup}\ndef check(candidate):\n${body.join("")}`,
  };
}
