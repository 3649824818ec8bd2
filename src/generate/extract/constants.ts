/** What of an example decides its result besides calls with named settings: a person who is asked has to be told. */
import type { Candidate } from "./candidates.ts";

const MAX_STATEMENT_CHARS = 200;
const TEXT = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
const CALL = /[\w\])]\s*\(/;
/** Functions that only give what another gives in another form. */
const WRAPPER =
  /^(?:list|tuple|set|dict|str|repr|int|float|bool|round|sorted|len|sum|max|min|abs|any|all|type)\(/;

/** Code over several lines in one. */
export function onOneLine(code: string): string {
  return code.replaceAll(/\s*\n\s*/g, " ");
}

/** Statements on the way that call nothing, such as the data or the settings of an example. */
export function constantSteps({ body }: Candidate): string[] {
  return body.filter((statement) => {
    return statement.length <= MAX_STATEMENT_CHARS && !CALL.test(statement.replaceAll(TEXT, '""'));
  });
}

/**
 * The result as code, where its words leave open what it is: a part or a form of a value, one of several values, or an
 * operation. Null where a call or an attribute is the result.
 */
export function preciseResult({ result, body }: Candidate): string | null {
  if (result.length > MAX_STATEMENT_CHARS) return null;
  const plain = result.replaceAll(TEXT, '""');
  const isCall = /^[A-Za-z_][\w.]*\([\s\S]*\)(?:\.\w+(?:\([^()]*\))?)*$/.test(plain) && !WRAPPER.test(plain);
  const isAttribute = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\([^()]*\))?$/.test(plain);
  const origin = unpackedFrom(plain, body);
  if (isCall || isAttribute) return null;
  if (/^\w+$/.test(plain) && origin === null) return null;
  return `\`${onOneLine(result)}\`${origin === null ? "" : `, with ${origin}`}`;
}

/** Of which call's several values a name of the result is one. */
function unpackedFrom(result: string, body: readonly string[]): string | null {
  for (const statement of body.toReversed()) {
    const [, names = "", callee] = /^([\w, ()*]+?)\s*=\s*([\w.]+)\(/.exec(statement) ?? [];
    const bound = names.match(/\w+/g) ?? [];
    if (callee === undefined || bound.length < 2) continue;
    if (bound.some((name) => new RegExp(`\\b${name}\\b`).test(result)))
      return `\`${names}\` from \`${callee}\``;
  }
  return null;
}
