/** Small tasks of every kind of end, for comparing backends, numbers of workers, and times of trouble. */
import type { RealisedEnvironment } from "../../src/contracts/environment.ts";
import type { Sandbox } from "../../src/contracts/sandbox.ts";
import { type CheckedProgram, verifyProgram } from "./check.ts";

/** The wall limit is the usual one: on a busy machine a second of CPU time takes long. */
const LIMITS = { cpuSeconds: 2, wallSeconds: 60 };

/** Bodies of `work(value=1)`; `#` becomes the number of the task. */
const BODIES: readonly CheckedProgram[] = [
  { work: "return value" },
  { work: "return value + # % 2" },
  { work: "raise ValueError('#')" },
  { imports: "import json, re, math", work: "return json.loads('[1]')[0]" },
  { work: "total = sum(i * i for i in range(20_000))\nreturn value if total > # else 0" },
  { work: "import os\nos._exit(# % 3)" },
  { work: "print('x' * 10_000)\nreturn value" },
  { work: "import time\ntime.sleep(0.05)\nreturn value" },
  { work: "import sys\nsys.exit(0)" },
  { work: "return len(bytearray(2 * 1024 ** 3))", limits: { memoryBytes: 256 * 1024 ** 2 } },
  { work: "import subprocess, sys\nreturn int(subprocess.check_output([sys.executable, '-c', 'print(1)']))" },
  { work: "return value", test: "if work(1) == 2:\n    assert False" },
  { imports: "import no_such_module_#", work: "return value" },
  { work: "while True:\n    value += 1", limits: { cpuSeconds: 1 } },
  { work: "import tempfile\nwith tempfile.TemporaryFile() as file:\n    file.write(b'#')\nreturn value" },
  { work: "return int(open('/no/such/file/#').read())" },
  {
    work: "import threading\nfound = []\nt = threading.Thread(target=found.append, args=(1,))\nt.start()\nt.join()\nreturn found[0]",
  },
  { work: "import socket\nsocket.create_connection(('192.0.2.1', 80), timeout=2)" },
  { work: "import random\nrandom.seed(#)\nreturn value if random.random() < 2 else 0" },
  { work: "return {'a': value}['a' if # % 5 else 'b']" },
];

/** Task `index`; the same for the same index. */
export function mixedTask(index: number): CheckedProgram {
  const body = BODIES[index % BODIES.length] ?? {};
  const fill = (code: string | undefined) => code?.replaceAll("#", String(index));
  const { imports, work } = body;
  return {
    ...body,
    ...(imports !== undefined && { imports: fill(imports) ?? "" }),
    ...(work !== undefined && { work: fill(work) ?? "" }),
    limits: { ...LIMITS, ...body.limits },
  };
}

/** Outcome and verdict of each, in order; as many at a time as the sandbox has workers. */
export function verdictsOf(
  sandbox: Sandbox,
  environment: RealisedEnvironment,
  tasks: readonly CheckedProgram[],
): Promise<string[]> {
  return Promise.all(
    tasks.map(async (task) => {
      const { outcome, cases } = await verifyProgram(sandbox, environment, task);
      return `${outcome}/${cases[0]?.verdict}/${cases[0]?.cause?.code ?? "-"}`;
    }),
  );
}
