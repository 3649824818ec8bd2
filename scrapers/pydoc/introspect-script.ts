/** The Python script that looks into packages, as text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../src/io/package-root.ts";

export function introspectScript(): string {
  return readFileSync(join(packageRoot(), "scrapers", "pydoc", "introspect.py"), "utf8");
}
