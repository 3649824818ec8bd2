/** Checks of what a program can see and reach. They hold for backends that isolate. */
import { strict as assert } from "node:assert";
import { homedir } from "node:os";
import { packageRoot } from "../../src/io/package-root.ts";
import { type ConformanceCheck, verifies, verifyProgram } from "./check.ts";

const KNOWN_VARIABLES =
  /^(PATH|HOME|TMPDIR|PWD|LANG|LC_ALL|LC_CTYPE|TZ|USER|LOGNAME|PYTHON[A-Z0-9]*|[A-Z]+_NUM_THREADS|TOKENIZERS_PARALLELISM|MALLOC_ARENA_MAX|MPLBACKEND|HF_\w+|TRANSFORMERS_OFFLINE|SHLVL|OLDPWD|_)$/;

/** Passes when the expression is true inside. */
const holds = (name: string, imports: string, expression: string): ConformanceCheck =>
  verifies(
    name,
    { imports, work: `return ${expression}`, test: "assert work() is True" },
    { verdict: "passed" },
  );

/** Passes when the statement raises OSError inside. */
const refused = (name: string, statement: string): ConformanceCheck =>
  verifies(
    name,
    {
      kind: "edge",
      imports: "import ctypes, os, socket, subprocess, sys",
      work: statement,
      test: "try:\n    work()\nexcept OSError:\n    pass\nelse:\n    raise AssertionError('it was allowed')",
    },
    { verdict: "passed" },
  );

const hostPath = (path: string) => JSON.stringify(path);

const unshare = `
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare(0x10000000) != 0:
    raise OSError(ctypes.get_errno(), 'unshare')
`;

const mount = `
libc = ctypes.CDLL(None, use_errno=True)
if libc.mount(b'none', b'/tmp', b'tmpfs', 0, None) != 0:
    raise OSError(ctypes.get_errno(), 'mount')
`;

const leftFile: ConformanceCheck = {
  name: "files of one run are not there in the next",
  async run(sandbox, environment) {
    await verifyProgram(sandbox, environment, {
      work: "open('/tmp/left-over', 'w').close()\nopen('/dev/shm/left-over', 'w').close()\nreturn value",
    });
    const look = "import os\nreturn [os.path.exists(f) for f in ('/tmp/left-over', '/dev/shm/left-over')]";
    const report = await verifyProgram(sandbox, environment, {
      work: look,
      test: "assert work() == [False, False]",
    });
    assert.equal(report.cases[0]?.verdict, "passed", JSON.stringify(report));
  },
};

const variables: ConformanceCheck = {
  name: "variables of the host are not inside",
  async run(sandbox, environment) {
    const limits = { cpuSeconds: 5, wallSeconds: 8 };
    const listing = { imports: "import os", work: "print(*os.environ, sep='\\n')\nreturn value", limits };
    const report = await verifyProgram(sandbox, environment, listing);
    const names = (report.cases[0]?.output.text ?? "").trim().split("\n");
    assert.deepEqual(
      names.filter((name) => !KNOWN_VARIABLES.test(name)),
      [],
    );
  },
};

const fillDisk = `
try:
    with open('/tmp/fill', 'wb') as file:
        while True:
            file.write(bytes(16 * 1024 ** 2))
except OSError:
    pass
try:
    for number in range(100):
        with open(f'/tmp/fill-{number}', 'wb') as file:
            file.write(bytes(64 * 1024 ** 2))
except OSError as error:
    return error.errno == 28
`;

export const isolationChecks: readonly ConformanceCheck[] = [
  variables,
  leftFile,
  refused("there is no network", "socket.create_connection(('192.0.2.1', 80), timeout=3)"),
  holds(
    "there is no network interface but loopback",
    "import socket",
    "[name for _, name in socket.if_nameindex()] == ['lo']",
  ),
  refused("the root cannot be written", "open('/planted', 'w')"),
  refused("system folders cannot be written", "open('/usr/planted', 'w')"),
  refused("the environment cannot be written", "open(os.path.join(sys.prefix, 'planted'), 'w')"),
  refused("the harness cannot be written", "open('/codergen/harness/planted', 'w')"),
  holds("the user is not root", "import os", "os.getuid() != 0 and os.geteuid() != 0 and os.getgid() != 0"),
  holds(
    "the user has no capabilities and cannot gain any",
    "",
    "{line.split()[0]: int(line.split()[1], 16) for line in open('/proc/self/status') if line.startswith(('Cap', 'NoNew'))} == {'CapInh:': 0, 'CapPrm:': 0, 'CapEff:': 0, 'CapBnd:': 0, 'CapAmb:': 0, 'NoNewPrivs:': 1}",
  ),
  refused("no new user namespace can be made", unshare),
  refused("nothing can be mounted", mount),
  holds(
    "only the run's own processes are seen",
    "import os",
    "len([n for n in os.listdir('/proc') if n.isdigit()]) <= 3",
  ),
  refused("the harness's memory cannot be read", "open('/proc/1/mem', 'rb')"),
  refused("the harness's descriptors cannot be opened", "open('/proc/1/fd/3')"),
  refused("the job's memory cannot be read", "open(f'/proc/{os.getppid()}/mem', 'rb')"),
  refused("kernel settings cannot be written", "open('/proc/sys/kernel/hostname', 'w').write('x')"),
  holds("the host's name is hidden", "import socket", "socket.gethostname() == 'sandbox'"),
  holds(
    "the home folder of the host is hidden",
    "import os",
    `not os.access(${hostPath(homedir())}, os.R_OK) or not [n for n in os.listdir(${hostPath(homedir())}) if n not in ('.pyenv', '.local', '.cache')]`,
  ),
  holds(
    "the toolkit's folder is hidden",
    "import os",
    `not os.path.exists(${hostPath(`${packageRoot()}/package.json`)})`,
  ),
  holds(
    "devices are the harmless ones",
    "import os",
    "set(os.listdir('/dev')) <= {'null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'ptmx', 'pts', 'shm', 'mqueue', 'fd', 'core', 'stdin', 'stdout', 'stderr'}",
  ),
  verifies(
    "killing every process in reach is the program's doing",
    { work: "import os, signal\nos.kill(-1, signal.SIGKILL)\nreturn value" },
    { outcome: "crashed" },
  ),
  verifies(
    "a full scratch disk is an error of the program's",
    {
      work: fillDisk,
      test: "assert work() is True",
      limits: { fileBytes: 2 ** 31, cpuSeconds: 15, wallSeconds: 20 },
    },
    { verdict: "passed" },
  ),
];
