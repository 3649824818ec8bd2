/** The single questions of a generator: what goes into each and what comes out of it. */
import type { Document } from "../../contracts/document.ts";
import type { CaseKind } from "../../contracts/task.ts";
import type { Python } from "../../python/index.ts";
import type { Conversation, Fields } from "./conversation.ts";
import { type Draft, fieldCode, fieldRequirements, fieldText, publicFunction } from "./draft.ts";

export interface Asking {
  readonly conversation: Conversation;
  readonly document: Document;
  readonly python: Python;
  /** The document as the model reads it. */
  readonly page: string;
  /** Requirements of verified tasks, as text; may be empty. */
  readonly examples: string;
}

export async function askRequirement({ conversation, page, examples }: Asking): Promise<string> {
  const fields = await conversation.ask({
    role: "writer",
    promptId: "generate/requirement",
    piece: "requirement",
    round: 0,
    values: { page, examples },
  });
  const requirement = fieldText(fields["requirement"]).trim();
  if (requirement === "")
    throw conversation.unusable("no-requirement", "the model gave an empty requirement");
  return requirement;
}

export type Header = Pick<Draft, "requirement" | "requirements" | "imports" | "signature" | "functionName">;

export async function askSignature(asking: Asking, requirement: string): Promise<Header> {
  const { conversation, page, python } = asking;
  const fields = await conversation.ask({
    role: "writer",
    promptId: "generate/signature",
    piece: "signature",
    round: 0,
    values: { page, requirement },
  });
  const signature = fieldCode(fields["signature"]);
  const functionName = publicFunction(`${signature}\n    pass\n`, python);
  if (functionName === null)
    throw conversation.unusable("no-function", "the signature has no public function");
  return {
    requirement,
    requirements: fieldRequirements(fields["requirements"]),
    imports: fieldCode(fields["imports"]),
    signature,
    functionName,
  };
}

export type Implementation = Pick<Draft, "imports" | "code">;

export async function askImplementation(
  asking: Asking,
  header: Header,
  sampleIndex = 0,
): Promise<Implementation> {
  const { conversation, page } = asking;
  const { requirement, imports, signature } = header;
  const fields = await conversation.ask({
    role: "writer",
    promptId: "generate/implementation",
    piece: sampleIndex === 0 ? "implementation" : `implementation-${sampleIndex}`,
    round: 0,
    sampleIndex,
    values: { page, requirement, imports, signature },
  });
  return implementationOf(fields, imports, asking);
}

export type Tests = Pick<Draft, "setup" | "cases">;

/** The test writer sees requirement, imports and header, never the implementation. */
export async function askTests({ conversation, python }: Asking, header: Header): Promise<Tests> {
  const { requirement, imports, signature, functionName: name } = header;
  const fields = await conversation.ask({
    role: "test-writer",
    promptId: "generate/tests",
    piece: "tests",
    round: 0,
    values: { requirement, imports, signature, name },
  });
  return testsOf(fields, python, name);
}

export async function askCodeAgain(
  asking: Asking,
  draft: Draft,
  problems: readonly string[],
  round: number,
): Promise<Draft> {
  const { conversation, python } = asking;
  const feedback = listText(problems);
  const { requirement, imports, code } = draft;
  const fields = await conversation.ask({
    role: "writer",
    promptId: "generate/fix-code",
    piece: "implementation",
    round,
    feedback,
    values: { requirement, imports, code, problems: feedback },
  });
  const mended = implementationOf(fields, imports, asking);
  return { ...draft, ...mended, functionName: publicFunction(mended.code, python) ?? draft.functionName };
}

export async function askTestsAgain(
  { conversation, python }: Asking,
  draft: Draft,
  problems: readonly string[],
  round: number,
): Promise<Draft> {
  const feedback = listText(problems);
  const { requirement, imports, signature, setup, cases } = draft;
  const tests = [setup, cases.normal, cases.edge, cases.correctness]
    .filter((code) => code !== "")
    .join("\n\n\n");
  const fields = await conversation.ask({
    role: "test-writer",
    promptId: "generate/fix-tests",
    piece: "tests",
    round,
    feedback,
    values: { requirement, imports, signature, tests, problems: feedback },
  });
  return { ...draft, ...testsOf(fields, python, draft.functionName) };
}

/** The whole task in one answer. */
export async function askWholeTask({ conversation, page, examples, python }: Asking): Promise<Draft> {
  const fields = await conversation.ask({
    role: "writer",
    promptId: "generate/single",
    piece: "task",
    round: 0,
    values: { page, examples },
  });
  const code = fieldCode(fields["code"]);
  const functionName = publicFunction(code, python);
  if (functionName === null) throw conversation.unusable("no-function", "the answer has no public function");
  return {
    requirement: fieldText(fields["requirement"]).trim(),
    requirements: fieldRequirements(fields["requirements"]),
    imports: fieldCode(fields["imports"]),
    signature: headerOf(code, functionName, python),
    functionName,
    code,
    ...testsOf(fields, python, functionName),
  };
}

function implementationOf(fields: Fields, imports: string, { conversation, python }: Asking): Implementation {
  const code = fieldCode(fields["code"]);
  if (publicFunction(code, python) === null)
    throw conversation.unusable("no-function", "the answer has no public function");
  const own = fieldCode(fields["imports"]);
  return { imports: own.trim() === "" ? imports : own, code };
}

function testsOf(fields: Fields, python: Python, functionName: string): Tests {
  const testCase = (kind: CaseKind): string =>
    withName(fieldCode(fields[kind]), `test_${functionName}_${kind}`, python);
  return {
    setup: fieldCode(fields["setup"]),
    cases: { normal: testCase("normal"), edge: testCase("edge"), correctness: testCase("correctness") },
  };
}

/** A case that is one test function of another name gets the promised one. */
function withName(code: string, name: string, python: Python): string {
  const tests = python.functions(code).filter((found) => found.name.startsWith("test"));
  const [only] = tests;
  if (tests.length !== 1 || only === undefined || only.name === name) return code;
  return code.replace(new RegExp(`\\bdef\\s+${only.name}\\b`), `def ${name}`);
}

/** Header and docstring of a function: its text without the body. */
export function headerOf(code: string, functionName: string, python: Python): string {
  return python.withRoot(code, (root) => {
    const found = root.namedChildren.find((child) => child.childForFieldName("name")?.text === functionName);
    const body = found?.childForFieldName("body");
    if (found === undefined || !body) return `def ${functionName}(...):`;
    const first = body.namedChildren[0];
    const isDocstring = first?.type === "expression_statement" && first.firstNamedChild?.type === "string";
    const end = isDocstring ? first.endIndex : body.startIndex;
    return code.slice(found.startIndex, end).trimEnd();
  });
}

function listText(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join("\n");
}
