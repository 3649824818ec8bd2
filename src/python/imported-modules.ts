/** The modules a file imports, as written. */
import { descendants, field, type Node } from "./syntax-tree.ts";

/** Dotted module names in file order without repeats; relative imports and `__future__` are left out. */
export function importedModules(root: Node): string[] {
  const names = descendants(root, ["import_statement", "import_from_statement"]).flatMap((statement) =>
    statement.type === "import_statement" ? plainImports(statement) : fromImport(statement),
  );
  return [...new Set(names)];
}

function plainImports(statement: Node): string[] {
  return statement.childrenForFieldName("name").map((name) => {
    const dotted = name.type === "aliased_import" ? field(name, "name") : name;
    return compact(dotted?.text ?? name.text);
  });
}

function fromImport(statement: Node): string[] {
  const module = field(statement, "module_name");
  return module?.type === "dotted_name" ? [compact(module.text)] : [];
}

function compact(dotted: string): string {
  return dotted
    .split(".")
    .map((part) => part.trim())
    .join(".");
}
