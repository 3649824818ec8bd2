/** The words of a task: docstring and instruction, from the documentation and from what was seen. */
import type { ApiParameter, Document } from "../../contracts/document.ts";
import type { Candidate } from "./candidates.ts";
import { constantSteps, onOneLine, preciseResult } from "./constants.ts";
import type { Edge } from "./edge.ts";
import type { FunctionDraft } from "./function-draft.ts";
import { callText, type Facts } from "./observe.ts";
import { callsApi, leafOf } from "./parameter-name.ts";
import { describeResult } from "./type-hint.ts";

export interface Words {
  readonly document: Document;
  readonly candidate: Candidate;
  readonly draft: FunctionDraft;
  readonly hints: readonly string[];
  readonly resultHint: string;
  readonly facts: Facts | null;
  readonly edge: Edge;
}

/** The function with hints and a Google-style docstring. */
export function documentedCode(words: Words): string {
  const { draft, hints, resultHint } = words;
  const parameters = draft.parameters.map((name, index) => `${name}: ${hints[index] ?? "object"}`).join(", ");
  const docstring = docstringLines(words).map((line) => (line === "" ? "" : `    ${escaped(line)}`));
  return `def ${draft.name}(${parameters}) -> ${resultHint}:\n${docstring.join("\n")}\n${draft.body}`;
}

function docstringLines({ document, candidate, draft, hints, resultHint, facts, edge }: Words): string[] {
  const args = draft.parameters.map((name, index) => {
    return `    ${name} (${hints[index] ?? "object"}): ${parameterText(name, candidate, document)}`;
  });
  return [
    `"""${summaryOf(document)}`,
    "",
    "Args:",
    ...args,
    "",
    "Returns:",
    `    ${resultHint}: ${resultText(candidate, document, facts)}`,
    "",
    "Raises:",
    `    ${edge.exception}: ${raisesText(edge, draft)}`,
    '"""',
  ];
}

/** Backslashes and quotes as a docstring may have them; the quotes that open and close it stay. */
function escaped(line: string): string {
  if (line === '"""') return line;
  const body = line.startsWith('"""') ? line.slice(3) : line;
  const safe = body.replaceAll("\\", "\\\\").replaceAll('"""', "'''").replace(/"$/, "'");
  return (line.startsWith('"""') ? '"""' : "") + safe;
}

/** What a model is asked. */
export function instructionOf(words: Words): string {
  const { document, candidate, draft, hints, facts, edge } = words;
  const precise = preciseResult(candidate);
  const takes = draft.parameters.map((name, index) => {
    return `- \`${name}\` (${hints[index] ?? "object"}): ${parameterText(name, candidate, document)}`;
  });
  return [
    `Write a Python function \`${draft.name}(${draft.parameters.join(", ")})\` that uses \`${document.name}\`${libraryOf(document)}.`,
    "",
    summaryOf(document),
    "",
    "It takes:",
    ...takes,
    "",
    ...settingsLines(candidate),
    `It returns ${describeResult(facts)}: ${resultText(candidate, document, facts)}${precise === null ? "" : ` That is ${precise}.`}`,
    "",
    `It lets \`${edge.exception}\` through: ${raisesText(edge, draft)}`,
  ].join("\n");
}

function libraryOf({ extra, revision, requirements }: Document): string {
  const name = typeof extra["distribution"] === "string" ? extra["distribution"] : null;
  if (name !== null) return ` (${name}${revision === null ? "" : ` ${revision}`})`;
  if (requirements.length > 0) return ` (${requirements.join(", ")})`;
  return ` (Python standard library${revision === null ? "" : `, Python ${revision}`})`;
}

const MAX_SUMMARY_CHARS = 300;

/** First paragraph of the description, on one line. */
export function summaryOf(document: Document): string {
  const paragraphs = document.description.split(/\n\s*\n/).map((text) => text.replaceAll(/\s+/g, " ").trim());
  const first = paragraphs.find((text) => text.length > 8 && !/^[\w.]+\(.*\)( ->.*)?$/.test(text)) ?? "";
  const sentences = first === "" ? `Uses ${document.name} as its documentation shows.` : first;
  if (sentences.length <= MAX_SUMMARY_CHARS) return /[.!?:]$/.test(sentences) ? sentences : `${sentences}.`;
  const end = sentences.lastIndexOf(". ", MAX_SUMMARY_CHARS);
  return end > 40 ? sentences.slice(0, end + 1) : `${sentences.slice(0, MAX_SUMMARY_CHARS).trimEnd()} …`;
}

function parameterText(name: string, candidate: Candidate, document: Document): string {
  const known = apiParameter(name, candidate, document);
  if (known?.description) return firstSentences(known.description);
  const first = candidate.examples[0]?.values[candidate.parameters.indexOf(name)] ?? "";
  const kind = first.startsWith("[[") ? "Rows of the input" : "Input";
  return `${kind} \`${name}\` of the computation.`;
}

function apiParameter(name: string, { calls }: Candidate, { api }: Document): ApiParameter | undefined {
  if (api === null || !calls.some((call) => callsApi(call, api))) return undefined;
  return api.parameters.find((parameter) => parameter.name === name);
}

function firstSentences(text: string): string {
  const flat = text.replaceAll(/\s+/g, " ").trim();
  const end = flat.indexOf(". ", 60);
  const cut = end > 0 && end < 240 ? flat.slice(0, end + 1) : flat.slice(0, 240).trimEnd();
  return /[.!?]$/.test(cut) ? cut : `${cut}.`;
}

const MAX_SETTING_CHARS = 400;

/** Calls on the way with the settings and constants that the results depend on; the result's own expression is told apart. */
function settingsLines(candidate: Candidate): string[] {
  const code = [...candidate.body, candidate.result].join("\n");
  const steps = candidate.calls.flatMap(({ callee, arguments: given }) => {
    const settings = given.flatMap(({ keyword, position, closed, text }) => {
      if (text.length > MAX_SETTING_CHARS) return [];
      if (keyword !== null) return [`${keyword}=${onOneLine(text)}`];
      return closed && position >= 0 && code.includes(text) ? [onOneLine(text)] : []; // else it is a parameter now
    });
    const fixed = settings.filter((setting) => !candidate.parameters.includes(setting.split("=")[0] ?? ""));
    if (callee === "" || callee === "print" || (fixed.length === 0 && candidate.body.length === 0)) return [];
    return [
      `- \`${callee}\`${fixed.length === 0 ? "" : ` with ${fixed.map((one) => `\`${one}\``).join(", ")}`}`,
    ];
  });
  const unique = [...new Set(steps), ...constantSteps(candidate).map((step) => `- \`${onOneLine(step)}\``)];
  return unique.length === 0 ? [] : ["It goes through these steps:", ...unique, ""];
}

function resultText({ result, calls, form }: Candidate, document: Document, facts: Facts | null): string {
  const last = /\.(\w+)$/.exec(result)?.[1];
  const called = /\.(\w+)\([^()]*\)$/.exec(result)?.[1];
  const leaf = leafOf(document.name);
  const uses = calls.some((call) => callsApi(call, document.api));
  const shown = form === "printed" ? " (as it is, not printed)" : "";
  if (last !== undefined && !/^\d/.test(last)) return `The attribute \`${last}\` at the end${shown}.`;
  if (called !== undefined && called !== leaf) return `What \`${called}\` gives at the end${shown}.`;
  if (uses) return `What \`${leaf}\` gives, as ${describeResult(facts)}${shown}.`;
  return `The value of the last step, as ${describeResult(facts)}${shown}.`;
}

function raisesText(edge: Edge, draft: FunctionDraft): string {
  const call = callText(draft.name, edge.values).replaceAll(/\s+/g, " ").slice(0, 160);
  const described = edge.description === null ? "" : ` ${firstSentences(edge.description)}`;
  return edge.values.join("").length <= 120
    ? `For example by \`${call}\`.${described}`
    : `When an argument is invalid.${described}`;
}
