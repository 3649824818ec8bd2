/** What an acting model can do besides running a program. Everything it gets to read is data. */
import type { RepairContext, RepairRequest } from "../contracts/repair.ts";
import { analyseFailure, errorCodes } from "./analyse/index.ts";
import { indexPassages } from "./lookup/passages.ts";
import { documentationExpression, isSymbol, membersExpression } from "./lookup/symbols.ts";

const PASSAGES = 3;

export interface ReactTools {
  /** What the action gives to read. */
  act(name: string, input: string): Promise<string>;
}

export function reactTools(request: RepairRequest, context: RepairContext): ReactTools {
  const passages = indexPassages(request.documents);
  const lookUp = (question: string): string => {
    const found = passages.search(question, PASSAGES);
    if (found.length === 0) return "The documents say nothing about it.";
    return found.map(({ item }) => `${item.title}\n${item.text}`).join("\n\n---\n\n");
  };
  const inspect = async (input: string): Promise<string> => {
    const symbol = input.trim().replace(/\([^()]*\)$/, "");
    if (!isSymbol(symbol)) return `"${symbol}" is no dotted name such as json.dumps.`;
    const told = await context.inspect(documentationExpression(symbol));
    if (told.trim() !== "") return told;
    const owner = symbol.split(".").slice(0, -1).join(".");
    if (owner === "") return `There is no ${symbol}.`;
    const members = (await context.inspect(membersExpression(owner))).split(/\s+/);
    const known = members.filter((name) => !name.startsWith("_")).join(", ");
    return known === "" ? `There is no ${symbol}.` : `There is no ${symbol}. ${owner} has: ${known}`;
  };
  const searchError = (text: string): string => {
    const analysis = analyseFailure(text, { code: "", requirements: request.requirements });
    const known =
      analysis === null || analysis.exception === null
        ? ""
        : `${errorCodes[analysis.code]?.meaning ?? ""} ${analysis.cause}\n${analysis.suggestions.join("\n")}\n\n`;
    return `${known}${lookUp(text)}`;
  };
  return {
    async act(name, input) {
      if (name === "look_up") return lookUp(input);
      if (name === "inspect") return await inspect(input);
      if (name === "search_error") return searchError(input);
      return `There is no action "${name.slice(0, 40)}". Actions: run, look_up, inspect, search_error, finish.`;
    },
  };
}
