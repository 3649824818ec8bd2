/** tree-sitter for Python. A tree lives in WebAssembly memory: it is freed when the callback returns. */
import { createRequire } from "node:module";
import type { Node, Parser } from "web-tree-sitter";

export type { Node } from "web-tree-sitter";

export interface SyntaxTrees {
  /** Parses `code`, hands its root to `read` and frees the tree; nodes must not outlive the call. */
  withRoot<Result>(code: string, read: (root: Node) => Result): Result;
}

/** Loads the parser and the grammar that ships with `tree-sitter-python`. */
export async function loadSyntaxTrees(): Promise<SyntaxTrees> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init();
  const grammar = createRequire(import.meta.url).resolve("tree-sitter-python/tree-sitter-python.wasm");
  const parser = new Parser().setLanguage(await Language.load(grammar));
  return { withRoot: (code, read) => readTree(parser, code, read) };
}

function readTree<Result>(parser: Parser, code: string, read: (root: Node) => Result): Result {
  const tree = parser.parse(code);
  if (tree === null) throw new Error("The Python parser gave no tree.");
  try {
    return read(tree.rootNode);
  } finally {
    tree.delete();
  }
}

/** Named children without comments. */
export function statementsOf(node: Node): Node[] {
  return node.namedChildren.filter((child) => child.type !== "comment");
}

/** The field of a node, or null. */
export function field(node: Node, name: string): Node | null {
  return node.childForFieldName(name);
}

/** Every descendant of one of these types, in document order. */
export function descendants(node: Node, types: string | string[]): Node[] {
  return node.descendantsOfType(types);
}
