/** Other inputs for a function: near ones, which should run too, and wrong ones, which should raise. */
import type { Python } from "../../python/index.ts";
import type { Node } from "../../python/syntax-tree.ts";

const MAX_NEAR = 12;

/** Argument lists that differ from `values` in one small thing. */
export function nearInputs(values: readonly string[], python: Python): string[][] {
  const found = values.flatMap((value, index) =>
    variants(value, python).map((variant) => values.map((other, at) => (at === index ? variant : other))),
  );
  return found.slice(0, MAX_NEAR);
}

function variants(value: string, python: Python): string[] {
  return python.withRoot(value, (root) => {
    const node = root.firstNamedChild?.firstNamedChild;
    return node === null || node === undefined
      ? []
      : [...new Set(variantsOf(node))].filter((text) => text !== value);
  });
}

function variantsOf(node: Node): string[] {
  switch (node.type) {
    case "integer":
      return numberVariants(node.text, Number(node.text));
    case "float":
      return [String(Number(node.text) + 1.5), `-${node.text}`];
    case "unary_operator":
      return node.lastNamedChild === null ? [] : [node.lastNamedChild.text];
    case "string":
      return /^["'][\w .,-]*["']$/.test(node.text) ? stringVariants(node.text) : [];
    case "true":
      return ["False"];
    case "false":
      return ["True"];
    case "list":
    case "tuple":
      return sequenceVariants(node);
    default:
      return [];
  }
}

function numberVariants(text: string, value: number): string[] {
  return Number.isSafeInteger(value) ? [String(value + 1), String(value * 2 + 3), `-${text}`, "0"] : [];
}

function stringVariants(text: string): string[] {
  const inner = text.slice(1, -1);
  return [
    `'${inner.split("").toReversed().join("")}'`,
    `'${inner}x'`,
    `'${inner.toUpperCase()}'`,
    "'zebra'",
    "'12'",
    "'a b'",
    "''",
  ];
}

function sequenceVariants(node: Node): string[] {
  const [open, close] = node.type === "list" ? ["[", "]"] : ["(", ",)"];
  const items = node.namedChildren.filter((child) => child.type !== "comment").map((child) => child.text);
  const join = (parts: readonly string[]): string => `${open}${parts.join(", ")}${close}`;
  const found =
    items.length > 1 ? [join(items.toReversed()), join(items.slice(0, -1)), join(items.slice(1))] : [];
  const leaf = node.descendantsOfType(["integer", "float"]).at(-1);
  if (leaf !== undefined) {
    const changed = String(Number(leaf.text) + 7);
    const start = leaf.startIndex - node.startIndex;
    found.unshift(node.text.slice(0, start) + changed + node.text.slice(start + leaf.text.length));
  }
  return found;
}

const WRONG = [
  "None",
  "'invalid'",
  "-1",
  "[]",
  "''",
  "{}",
  "object()",
  "[None]",
  "['a', None]",
  "float('nan')",
  "0",
  "1.5",
];
const MAX_WRONG = 30;

/** Argument lists with one argument of a wrong type or an extreme value; the first parameters come first. */
export function wrongInputs(values: readonly string[]): string[][] {
  const found = values
    .slice(0, 3)
    .flatMap((value, index) =>
      WRONG.filter((wrong) => wrong !== value).map((wrong) =>
        values.map((other, at) => (at === index ? wrong : other)),
      ),
    );
  return found.slice(0, MAX_WRONG);
}
