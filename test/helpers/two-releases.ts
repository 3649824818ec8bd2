/** A package in two releases: what changes between them is what a refresh has to tell. */
import type { Release } from "./tiny-index.ts";

interface Callable {
  readonly signature: string;
  readonly doc: string;
  readonly body: string;
}

const PREFIX = "codergentiny";

/** Each callable is a module of its own, so that none is documented twice. */
function release(version: string, callables: Readonly<Record<string, Callable>>, plain: string): Release {
  const text = Object.entries(callables).map(([name, { signature, doc, body }]) => {
    const lines = doc.split("\n").map((line) => (line === "" ? "" : `    ${line}`));
    return `def ${name}(${signature}):\n    """${lines.join("\n").trim()}\n    """\n${indented(body)}\n`;
  });
  return {
    name: PREFIX,
    version,
    files: { [`${PREFIX}.py`]: `"""Tiny."""\n${plain}\n\n${text.join("\n\n")}` },
  };
}

function indented(body: string): string {
  return body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
}

function doc(summary: string, example: string): string {
  return `${summary}\n\nExamples\n--------\n${example}`;
}

const shared = {
  area: {
    signature: "width, height",
    doc: doc(
      "The area of a rectangle.",
      `>>> from ${PREFIX} import area\n>>> area(3, 4)\n12\n>>> area(5, 6)\n30`,
    ),
    body: 'if width is None or height is None:\n    raise TypeError("numbers only")\nreturn width * height',
  },
} satisfies Record<string, Callable>;

const scale = doc(
  "Multiplies every value.",
  `>>> from ${PREFIX} import scale\n>>> scale([1, 2, 3], 2)\n[2, 4, 6]\n>>> scale([4, 5], 3)\n[12, 15]`,
);

const spread = doc(
  "The largest value less the smallest one.",
  `>>> from ${PREFIX} import spread, ordered\n>>> spread(ordered([3, 9, 5]))\n6\n>>> spread(ordered([1, 2]))\n1`,
);

const join = (separator: string) =>
  doc(
    "Words in one text.",
    `>>> from ${PREFIX} import join\n>>> join(["a", "b", "c"], ${separator}="-")\n'a-b-c'\n>>> join(["x", "y"], ${separator}="-")\n'x-y'`,
  );

const half = doc(
  "Half of an even number.",
  `>>> from ${PREFIX} import half\n>>> half(8)\n4\n>>> half(30)\n15`,
);

/** Signature and example do not fit any more: the example was forgotten. */
const repeat = doc(
  "A word several times.",
  `>>> from ${PREFIX} import repeat\n>>> repeat("ab", times=3)\n'ababab'\n>>> repeat("xyz", times=2)\n'xyzxyz'`,
);

const typed = (name: string): string => `if ${name} is None:\n    raise TypeError("not None")\n`;

export const firstRelease: Release = release(
  "1.0",
  {
    ...shared,
    scale: {
      signature: "values, factor",
      doc: scale,
      body: `${typed("values")}return [value * factor for value in values]`,
    },
    spread: { signature: "values", doc: spread, body: `${typed("values")}return values[-1] - values[0]` },
    join: { signature: "words, sep", doc: join("sep"), body: `${typed("words")}return sep.join(words)` },
    half: {
      signature: "number",
      doc: half,
      body: 'if number is None or number % 2:\n    raise TypeError("even numbers only")\nreturn number // 2',
    },
    repeat: { signature: "word, times", doc: repeat, body: `${typed("word")}return word * times` },
    perimeter: {
      signature: "width, height",
      doc: doc(
        "Once around a rectangle.",
        `>>> from ${PREFIX} import perimeter\n>>> perimeter(3, 4)\n14\n>>> perimeter(5, 6)\n22`,
      ),
      body: `${typed("width")}return 2 * (width + height)`,
    },
  },
  "def ordered(values):\n    return sorted(values)",
);

export const secondRelease: Release = release(
  "2.0",
  {
    ...shared,
    // the example stands as it was, the result is another
    scale: {
      signature: "values, factor",
      doc: scale,
      body: `${typed("values")}return [value * factor + 1 for value in values]`,
    },
    // what its example uses beside it is gone
    spread: { signature: "values", doc: spread, body: `${typed("values")}return values[-1] - values[0]` },
    // the documentation has moved with the parameter
    join: {
      signature: "words, separator",
      doc: join("separator"),
      body: `${typed("words")}return separator.join(words)`,
    },
    // it takes what it refused
    half: { signature: "number", doc: half, body: "return (number or 0) // 2" },
    repeat: { signature: "word, count", doc: repeat, body: `${typed("word")}return word * count` },
    volume: {
      signature: "width, height, depth",
      doc: doc(
        "What a box holds.",
        `>>> from ${PREFIX} import volume\n>>> volume(2, 3, 4)\n24\n>>> volume(5, 6, 7)\n210`,
      ),
      body: `${typed("width")}return width * height * depth`,
    },
  },
  "",
);
