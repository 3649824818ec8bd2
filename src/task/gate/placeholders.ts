/** Strings that name files or hosts which do not exist. The words are in data/placeholders.json. */
import placeholders from "../../../data/placeholders.json" with { type: "json" };
import type { GateInput, GatePiece, GateProblem } from "./index.ts";

export function checkPlaceholders(input: GateInput): GateProblem[] {
  const reachesOut = usesNetwork(input);
  return [input.function, input.tests].flatMap((piece) => {
    return strings(input, piece).flatMap(({ text, line }) => {
      const path = placeholders.paths.find((word) => text.includes(word));
      const host = reachesOut ? placeholders.hosts.find((word) => text.includes(word)) : undefined;
      const word = path ?? host;
      if (word === undefined) return [];
      const code = path === undefined ? "invented-host" : "invented-path";
      return [{ code, message: `The string "${text.slice(0, 80)}" is a placeholder ("${word}").`, line }];
    });
  });
}

/** A placeholder host is no harm where an address is only taken apart, as `urllib.parse` does. */
function usesNetwork({ python, imports, function: code, tests }: GateInput): boolean {
  const modules = python.importedModules([imports.code, code.code, tests.code].join("\n"));
  return modules.some((name) =>
    placeholders.networkModules.some((known) => name === known || name.startsWith(`${known}.`)),
  );
}

function strings({ python }: GateInput, piece: GatePiece): { text: string; line: number }[] {
  return python.withRoot(piece.code, (root) =>
    root
      .descendantsOfType("string_content")
      .filter((node) => node.parent?.parent?.type !== "expression_statement")
      .map((node) => ({ text: node.text, line: piece.firstLine + node.startPosition.row })),
  );
}
