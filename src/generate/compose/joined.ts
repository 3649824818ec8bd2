/** The joined function and its words. */
import type { Edge } from "../extract/edge.ts";
import type { FunctionDraft } from "../extract/function-draft.ts";
import { callText } from "../extract/observe.ts";
import type { Join } from "./join.ts";
import type { Half } from "./parent.ts";

export interface ShapeParameter {
  readonly name: string;
  readonly hint: string;
  readonly of: "first" | "second";
}

export interface Shape {
  readonly name: string;
  readonly parameters: readonly ShapeParameter[];
  readonly body: string;
  /** Without hints and docstring. */
  readonly bareCode: string;
  readonly chained: boolean;
  /** What is returned, in words. */
  readonly result: string;
}

export interface Joined {
  readonly shape: Shape;
  readonly halves: readonly [Half, Half];
  readonly edge: Edge;
  readonly resultHint: string;
}

const MAX_NAME_CHARS = 76;

export function shapeOf(halves: readonly [Half, Half], join: Join | "chain"): Shape {
  const [first, second] = halves;
  const chained = join === "chain";
  const parameters = parametersOf(first, chained ? null : second);
  const own = (of: ShapeParameter["of"]): string[] =>
    parameters.filter((one) => one.of === of).map(({ name }) => name);
  const inner = callText(first.name, own("first"));
  const [one, other] = halves.map(({ task }) => task.function_name.replace(/^compute_/, ""));
  const name = (chained ? `${other}_of_${one}` : `${one}_with_${other}`).slice(0, MAX_NAME_CHARS);
  const body = chained
    ? `    return ${callText(second.name, [inner])}`
    : `    first = ${inner}\n    second = ${callText(second.name, own("second"))}\n    return ${join.expression}`;
  const functionName = `combine_${name}`.replace(/_+$/, "");
  return {
    name: functionName,
    parameters,
    body,
    bareCode: `def ${functionName}(${parameters.map((parameter) => parameter.name).join(", ")}):\n${body}`,
    chained,
    result: chained ? "what the second gives for the result of the first" : join.words,
  };
}

/** Parameters keep their names; where both halves have one, and where a name of the body is meant, they are told apart. */
function parametersOf(first: Half, second: Half | null): ShapeParameter[] {
  const taken = new Set(["first", "second", first.name, second?.name]);
  const names = [first, second].map((half) => half?.parameters.map(({ name }) => name) ?? []);
  const [ones = [], others = []] = names;
  const named = (half: Half, of: ShapeParameter["of"]): ShapeParameter[] =>
    half.parameters.map(({ name, hint }) => {
      const twice = (ones.includes(name) && others.includes(name)) || taken.has(name);
      return { name: twice ? `${of}_${name}` : name, hint, of };
    });
  return [...named(first, "first"), ...(second === null ? [] : named(second, "second"))];
}

export function draftOf({ name, parameters, body }: Shape): FunctionDraft {
  return { name, parameters: parameters.map((parameter) => parameter.name), body };
}

/** Both functions as helpers, and the joined one with hints and a Google-style docstring. */
export function joinedCode({ shape, halves, edge, resultHint }: Joined): string {
  const { name, parameters, body } = shape;
  const given = parameters.map((parameter) => `${parameter.name}: ${parameter.hint}`).join(", ");
  const lines = [
    `"""Joins two computations: returns ${shape.result}.`.replaceAll("\\", "\\\\"),
    "",
    "Args:",
    ...parameters.map(
      (parameter) => `    ${parameter.name} (${parameter.hint}): For the ${parameter.of} computation.`,
    ),
    "",
    "Returns:",
    `    ${resultHint}: ${upper(shape.result)}.`.replaceAll("\\", "\\\\"),
    "",
    "Raises:",
    `    ${edge.exception}: When an input is not allowed.`,
    '"""',
  ].map((line) => (line === "" ? "" : `    ${line}`));
  const joined = `def ${name}(${given}) -> ${resultHint}:\n${lines.join("\n")}\n${body}`;
  return [...halves.map(({ code }) => code), joined].join("\n\n\n");
}

/** What a model is asked: both tasks whole, and how their results are joined. */
export function joinedInstruction({ shape, halves, edge }: Joined): string {
  const { name, parameters, chained, result } = shape;
  const given = parameters.map((parameter) => parameter.name).join(", ");
  const call = callText(name, edge.values).replaceAll(/\s+/g, " ");
  const of = (which: ShapeParameter["of"]): string =>
    parameters
      .filter((parameter) => parameter.of === which)
      .map((parameter) => `\`${parameter.name}\``)
      .join(", ");
  const second = chained ? "the result of the first" : of("second");
  return [
    `Write a Python function \`${name}(${given})\` that joins two computations and returns ${result}.`,
    "",
    `The first, of ${of("first")}, is the one that this asks for:`,
    quoted(halves[0].task.instruction),
    "",
    `The second, of ${second}, is the one that this asks for:`,
    quoted(halves[1].task.instruction),
    "",
    `It lets \`${edge.exception}\` through${call.length > 160 ? "." : `: for example by \`${call}\`.`}`,
  ].join("\n");
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
