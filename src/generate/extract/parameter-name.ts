/** Names for parameters that an example does not name itself. */
import type { Api } from "../../contracts/document.ts";
import type { Call, CallArgument } from "./statement.ts";

const BY_KIND: Readonly<Record<string, string>> = {
  string: "text",
  concatenated_string: "text",
  integer: "number",
  float: "number",
  unary_operator: "number",
  list: "values",
  tuple: "values",
  set: "items",
  dictionary: "mapping",
  true: "flag",
  false: "flag",
};

const KEYWORDS = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield match case"
  ).split(" "),
);

/** Names that generated functions and tests use themselves. */
const RESERVED = new Set(
  (
    "type len str repr min max list tuple dict set int float bool bytes range sorted sum print iter next map zip object " +
    "result other raised error expected flags doctest"
  ).split(" "),
);

/** The API's own parameter name, the keyword, or a word for the kind of value; never one of `taken`. */
export function parameterName(
  call: Call,
  argument: CallArgument,
  api: Api | null,
  taken: ReadonlySet<string>,
): string {
  const known = callsApi(call, api) ? apiName(argument, api) : null;
  const wanted = known ?? argument.keyword ?? BY_KIND[argument.literalKind] ?? "value";
  let name = KEYWORDS.has(wanted) || RESERVED.has(wanted) ? `${wanted}_value` : wanted;
  for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

/** True for a call of the documented function, class or method. */
export function callsApi(call: Call, api: Api | null): boolean {
  return api !== null && call.callee.split(".").at(-1) === leafOf(api.qualifiedName);
}

export function leafOf(dotted: string): string {
  return dotted.split(".").at(-1) ?? dotted;
}

const RECEIVERS = new Set(["self", "cls", "type"]);

function apiName(argument: CallArgument, api: Api | null): string | null {
  if (argument.keyword !== null) return argument.keyword;
  if (argument.position < 0 || api === null) return null;
  const named = api.parameters.filter(({ name }) => !RECEIVERS.has(name));
  const found = named[argument.position];
  if (found === undefined || found.kind === "var-positional" || found.kind === "keyword-only") {
    const rest = named.find(({ kind }) => kind === "var-positional");
    return rest === undefined ? null : `${rest.name}_${argument.position + 1}`;
  }
  return found.kind === "positional-only" || found.kind === "positional-or-keyword" ? found.name : null;
}
