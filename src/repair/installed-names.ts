/** Suggestions from the installed packages: the nearest member, the parameters that a function really has. */
import type { FailureAnalysis, RepairContext } from "../contracts/repair.ts";
import type { Python } from "../python/index.ts";
import { nearestName } from "../util/nearest.ts";
import { membersExpression, signatureExpression, symbolsOf } from "./lookup/symbols.ts";

const MOST_NAMES = 2_000;
/** Calls of one line that are looked at where the message names none of them. */
const MOST_SIGNATURES = 4;

export interface Installed {
  readonly context: Pick<RepairContext, "inspect">;
  readonly python: Python;
}

/** The analysis with better suggestions where the environment can be asked; unchanged where it tells nothing. */
export async function withInstalledNames(
  analysis: FailureAnalysis,
  code: string,
  { context, python }: Installed,
): Promise<FailureAnalysis> {
  const found =
    analysis.code === "unknown-member" || analysis.code === "missing-import-name"
      ? await memberSuggestion(analysis, context)
      : analysis.code === "wrong-argument"
        ? await signatureSuggestions(analysis, code, { context, python })
        : [];
  return found.length === 0
    ? analysis
    : { ...analysis, suggestions: [...new Set([...found, ...analysis.suggestions])] };
}

const MODULE_MEMBER = /module '([^']+)' has no attribute '([^']+)'/;
const TYPE_MEMBER = /(?:type object )?'(\w+)'(?: object)? has no attribute '([^']+)'/;
const IMPORT_NAME = /cannot import name '([^']+)' from '([^']+)'/;
const BUILTIN_TYPES = new Set([
  "str",
  "list",
  "dict",
  "set",
  "tuple",
  "int",
  "float",
  "bytes",
  "bytearray",
  "complex",
  "frozenset",
  "range",
]);

async function memberSuggestion(
  { message }: FailureAnalysis,
  context: Installed["context"],
): Promise<string[]> {
  const [, module, member] = MODULE_MEMBER.exec(message) ?? [];
  const [, imported, from] = IMPORT_NAME.exec(message) ?? [];
  const [, type, attribute] = TYPE_MEMBER.exec(message) ?? [];
  const owner =
    module ?? from ?? (type !== undefined && BUILTIN_TYPES.has(type) ? `builtins.${type}` : undefined);
  const name = member ?? imported ?? attribute;
  if (owner === undefined || name === undefined) return [];
  const names = (await context.inspect(membersExpression(owner))).split(/\s+/).slice(0, MOST_NAMES);
  const nearest = nearestName(
    name,
    names.filter((known) => /^\w+$/.test(known) && !known.startsWith("__")),
  );
  return nearest === null ? [] : [`Did you mean \`${nearest}\`? ${owner.replace(/^builtins\./, "")} has it.`];
}

async function signatureSuggestions(
  { message, lineText }: FailureAnalysis,
  code: string,
  { context, python }: Installed,
): Promise<string[]> {
  const wrong = /unexpected keyword argument '([^']+)'|'([^']+)' is an invalid keyword/.exec(message);
  const keyword = wrong?.[1] ?? wrong?.[2];
  const short = /([\w.]+)\(\)/
    .exec(message)?.[1]
    ?.split(".")
    .findLast((part) => part !== "__init__");
  const called = symbolsOf(code, lineText ?? "", python);
  const named = called.filter((symbol) => symbol.split(".").at(-1) === short);
  for (const symbol of named.length > 0 ? named : called.slice(0, MOST_SIGNATURES)) {
    const signature = (await context.inspect(signatureExpression(symbol))).trim();
    if (!signature.startsWith("(")) continue;
    const told = `The installed signature is \`${symbol.replace(/^builtins\./, "")}${signature}\`.`;
    const parameters = [...signature.matchAll(/(?:\(|, )\*{0,2}(\w+)/g)].map(([, name]) => name ?? "");
    const nearest = keyword === undefined ? null : nearestName(keyword, parameters);
    if (nearest !== null) return [`Did you mean the parameter \`${nearest}\`?`, told];
    if (named.length > 0) return [told];
  }
  return [];
}
