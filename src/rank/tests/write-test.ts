/** Tests as text: a function without parameters that holds one assertion. */
import type { Claim, RankingTest } from "../../contracts/ranking.ts";
import { sha256 } from "../../util/hash.ts";

/** The assertion of a comparison, as a statement. */
export function assertionOf({ call, operator, expected }: Claim): string {
  if (operator === "truth") return `assert ${call}`;
  if (operator === "not") return `assert not ${call}`;
  return `assert ${call} ${operator} ${expected}`;
}

/** A test of a comparison. `head` stands before the function: imports, helpers. */
export function writeTest(name: string, comparison: Claim, head = ""): RankingTest {
  const body = [comparison.setup, assertionOf(comparison)].filter((part) => part !== "").join("\n");
  const code = `${head === "" ? "" : `${head}\n\n\n`}def ${name}():\n${indent(body)}\n`;
  return { id: testId(code), code, name, comparison };
}

/** Names a test by what it says. */
export function testId(code: string): string {
  return `test_${sha256(code).slice(0, 10)}`;
}

/**
 * The lines of some statements one level in. Lines inside a text over several lines would change with it, so
 * these stay; Python does not mind.
 */
export function indent(code: string): string {
  const inText = linesInsideText(code);
  return code
    .split("\n")
    .map((line, index) => (line.trim() === "" || inText.has(index) ? line : `    ${line}`))
    .join("\n");
}

function linesInsideText(code: string): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const match of code.matchAll(/("""|''')[\s\S]*?\1/g)) {
    const first = code.slice(0, match.index).split("\n").length - 1;
    for (let line = 1; line < match[0].split("\n").length; line++) inside.add(first + line);
  }
  return inside;
}
