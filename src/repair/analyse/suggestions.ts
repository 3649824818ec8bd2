/** Suggestions that need the program's own names; the others stand in the table. */
import type { CategoryMatch } from "./categories.ts";
import { memberProposals, nameProposals } from "./near-names.ts";

export function suggestionsFor({ code, groups }: CategoryMatch, program: string): string[] {
  const [first = "", second = ""] = groups;
  switch (code) {
    case "unknown-name":
      return nameProposals(first, program);
    case "missing-function":
      return nameProposals(first, program).filter((text) => text.startsWith("Did you mean"));
    case "unknown-member":
    case "unknown-attribute":
      return second === "" ? [] : memberProposals(first, second, program);
    default:
      return [];
  }
}
