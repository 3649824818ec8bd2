/** Import lines of two programs as those of one. */
import type { Python } from "../../python/index.ts";
import { NoTask } from "../extract/reject.ts";

/**
 * Lines of both, equal ones once.
 * @throws NoTask `names-collide` when one name stands for different things in the two.
 */
export function joinedImports(first: string, second: string, python: Python): string[] {
  const one = bindingsOf(first, python);
  for (const [name, target] of bindingsOf(second, python)) {
    const other = one.get(name);
    if (other !== undefined && other !== target)
      throw new NoTask(
        "names-collide",
        `\`${name}\` is ${other} in one of the tasks and ${target} in the other.`,
      );
  }
  const lines = [first, second].flatMap((text) => statementsOf(text, python));
  return [...new Set(lines)].sort((a, b) => Number(isFuture(b)) - Number(isFuture(a)));
}

function isFuture(line: string): boolean {
  return line.startsWith("from __future__");
}

function statementsOf(imports: string, python: Python): string[] {
  return python.withRoot(imports, (root) =>
    root.namedChildren.filter(({ type }) => type !== "comment").map(({ text }) => text),
  );
}

/** What every imported name stands for, e.g. `np` for `numpy`. */
function bindingsOf(imports: string, python: Python): Map<string, string> {
  return python.withRoot(imports, (root) => {
    const bindings = new Map<string, string>();
    for (const statement of root.descendantsOfType(["import_statement", "import_from_statement"])) {
      const module = statement.childForFieldName("module_name")?.text ?? null;
      for (const name of statement.childrenForFieldName("name")) {
        const alias = name.childForFieldName("alias")?.text;
        const target = name.childForFieldName("name")?.text ?? name.text;
        if (module === null) {
          const [top = target] = target.split(".");
          bindings.set(alias ?? top, alias === undefined ? top : target);
        } else bindings.set(alias ?? target, `${module}.${target}`);
      }
    }
    return bindings;
  });
}
