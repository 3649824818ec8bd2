/** "Did you mean" for names of the program, members of builtin types and of modules. */
import { isStandardLibrary } from "../../python/index.ts";
import { nearestName } from "../../util/nearest.ts";
import { importHints, memberHints, replacedMembers } from "./categories.ts";

const KEYWORDS = new Set(
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(
    " ",
  ),
);
const BUILTINS =
  "abs all any bool bytes bytearray callable chr complex dict dir divmod enumerate eval filter float format frozenset getattr hasattr hash hex id input int isinstance issubclass iter len list map max min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod classmethod str sum super tuple type vars zip ValueError TypeError KeyError IndexError RuntimeError StopIteration Exception AttributeError NotImplementedError ZeroDivisionError".split(
    " ",
  );

/** What CPython itself proposes, and the message without it. */
export function splitProposal(message: string): {
  readonly message: string;
  readonly proposed: string | null;
} {
  const match =
    /^(.*?)[.,]? (?:Did you mean:? '([^']+)'|(?:[Oo]r did|Did) you forget to import '([^']+)')\??.*$/s.exec(
      message,
    );
  if (match === null) return { message, proposed: null };
  return { message: match[1] ?? message, proposed: match[2] ?? `import ${match[3] ?? ""}` };
}

/** What may be meant by a name that nothing defines. */
export function nameProposals(name: string, code: string): string[] {
  const hint = Object.hasOwn(importHints, name) ? importHints[name] : undefined;
  if (hint !== undefined) {
    const words = /^(?:import|from) /.test(hint) ? `Add \`${hint}\`` : `Write \`${hint}\` for \`${name}\``;
    return [`${words}.`];
  }
  if (isStandardLibrary(name)) return [`Add \`import ${name}\`.`];
  const known = new Set([...identifiers(code), ...BUILTINS]);
  known.delete(name);
  const nearest = nearestName(name, known);
  return nearest === null ? [] : [`Did you mean \`${nearest}\`?`];
}

/** What may be meant by an attribute of a builtin type ("list"), a module ("time") or a class of the program. */
export function memberProposals(owner: string, member: string, code: string): string[] {
  const key = `${owner}.${member}`;
  const replaced = Object.hasOwn(replacedMembers, key) ? replacedMembers[key] : undefined;
  const hint = Object.hasOwn(memberHints, key) ? memberHints[key] : undefined;
  const known = replaced ?? hint;
  if (known !== undefined) return [`Use \`${known}\` for \`${member}\`.`];
  if (!new RegExp(`^\\s*class\\s+${owner.replaceAll(/\W/g, "")}\\b`, "m").test(code)) return [];
  const members = new Set(
    [...code.matchAll(/\bself\.(\w+)|^\s+(?:async\s+)?def\s+(\w+)|^ {4}(\w+)\s*[:=]/gm)].flatMap(
      ([, attribute, method, field]) => attribute ?? method ?? field ?? [],
    ),
  );
  members.delete(member);
  const nearest = nearestName(member, members);
  return nearest === null ? [] : [`Did you mean \`${nearest}\`?`];
}

/** Identifiers of a program, keywords left out. */
function identifiers(code: string): Set<string> {
  const withoutTexts = code.replaceAll(/#.*$|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gm, "");
  const names = [...withoutTexts.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)].map(([name]) => name);
  return new Set(names.filter((name) => !KEYWORDS.has(name)));
}
