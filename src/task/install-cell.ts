/** The install cell: pip is called only for what is not there. */

const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/;

export function installCell(requirements: readonly string[]): string {
  if (requirements.length === 0) return "# Nothing to install: the standard library is enough.";
  const pairs = requirements.map((requirement) => {
    const name = NAME.exec(requirement)?.[0] ?? requirement;
    return `    (${JSON.stringify(name)}, ${JSON.stringify(requirement)}),`;
  });
  return [
    "import importlib.metadata",
    "import subprocess",
    "import sys",
    "",
    "for _name, _requirement in [",
    ...pairs,
    "]:",
    "    try:",
    "        importlib.metadata.version(_name)",
    "    except importlib.metadata.PackageNotFoundError:",
    '        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", _requirement], check=True)',
  ].join("\n");
}
