/** Names of installed packages as a program uses them, and expressions that ask the environment about them. */
import type { Python } from "../../python/index.ts";

const SYMBOL = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;
const MOST_CHARS = 4_000;

/** Whether a text is a dotted name: nothing else ever gets into an expression. */
export function isSymbol(text: string): boolean {
  return SYMBOL.test(text) && text.length <= 200;
}

/** Full dotted names of what a line of the program calls: `np.mean(x)` gives "numpy.mean". */
export function symbolsOf(code: string, line: string, python: Python): string[] {
  const aliases = importAliases(code, python);
  const called = [...line.matchAll(/([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\(/g)].map(([, name]) => name ?? "");
  return called.flatMap((name) => {
    const [first = "", ...rest] = name.split(".");
    const full = aliases.get(first) ?? (rest.length === 0 ? `builtins.${first}` : undefined);
    return full === undefined ? [] : [[full, ...rest].join(".")];
  });
}

/** What each imported name stands for. */
function importAliases(code: string, python: Python): Map<string, string> {
  const aliases = new Map<string, string>();
  python.withRoot(code, (root) => {
    for (const node of root.descendantsOfType(["import_statement", "import_from_statement"])) {
      const from = node.childForFieldName("module_name")?.text ?? null;
      for (const child of node.childrenForFieldName("name")) {
        const name = (child.childForFieldName("name") ?? child).text;
        const alias = child.childForFieldName("alias")?.text ?? null;
        if (from !== null) aliases.set(alias ?? name, `${from}.${name}`);
        else if (alias !== null) aliases.set(alias, name);
        else aliases.set(name.split(".")[0] ?? name, name.split(".")[0] ?? name);
      }
    }
  });
  return aliases;
}

/** The object of a dotted name, modules imported as far as there are any. */
function objectExpression(symbol: string): string {
  return `__import__("pkgutil").resolve_name(${JSON.stringify(symbol)})`;
}

/** Prints the signature, "(x, y=1)". */
export function signatureExpression(symbol: string): string {
  return `str(__import__("inspect").signature(${objectExpression(symbol)}))`;
}

/** Prints the public names of a module or class, separated by blanks. */
export function membersExpression(symbol: string): string {
  return `" ".join(dir(${objectExpression(symbol)}))`;
}

/** Prints signature and docstring, for a model to read. */
export function documentationExpression(symbol: string): string {
  return `(lambda it, inspect: (str(inspect.signature(it)) if callable(it) and not isinstance(it, type(inspect)) else type(it).__name__) + "\\n" + (inspect.getdoc(it) or "")[:${MOST_CHARS}])(${objectExpression(symbol)}, __import__("inspect"))`;
}
