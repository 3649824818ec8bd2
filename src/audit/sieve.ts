/**
 * Secrets and personal data in texts, by secretlint's recommended rules and the patterns of `data/personal-data.json`.
 * A sieve: it finds what has a form of its own, such as keys of vendors and addresses, and no names of people.
 */
import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import table from "../../data/personal-data.json" with { type: "json" };
import type { Finding } from "../contracts/audit.ts";

/**
 * Secretlint notes when every rule of every text begins and ends, keeps all of it, and searches through it each time: with
 * a million texts that is memory and time without end.
 */
secretLintProfiler.mark = () => undefined;

/** A finding with where it stands in the text it was found in. */
export interface PlacedFinding extends Finding {
  readonly start: number;
  readonly end: number;
}

const SHOWN_CHARS = 3;
const RULE_PREFIX = /^@secretlint\/secretlint-rule-/;
const config = { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: recommended }] };
const patterns = table.patterns.map(({ rule, kind, pattern, except, ...more }) => ({
  rule,
  kind: kind as Finding["kind"],
  needs: more.needs ?? "",
  pattern: new RegExp(pattern, "g"),
  except: new RegExp(except),
}));

/** What the sieve finds in `text`, in its order; of two that overlap the first and longer one. */
export async function findingsIn(text: string, where: Finding["where"]): Promise<PlacedFinding[]> {
  const spans = [...(await secretSpans(text)), ...patternSpans(text)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const found: PlacedFinding[] = [];
  for (const span of spans) {
    if (span.start < (found.at(-1)?.end ?? 0)) continue;
    const line = text.slice(0, span.start).split("\n").length;
    found.push({ ...span, where, line, masked: masked(text.slice(span.start, span.end)) });
  }
  return found;
}

/** `text` with every finding replaced by what it is, such as `[e-mail]`. */
export function withoutFindings(text: string, findings: readonly PlacedFinding[]): string {
  let kept = "";
  let at = 0;
  for (const { start, end, rule } of findings) {
    kept += `${text.slice(at, start)}[${rule}]`;
    at = end;
  }
  return kept + text.slice(at);
}

interface Span {
  readonly kind: Finding["kind"];
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

async function secretSpans(text: string): Promise<Span[]> {
  const source = { filePath: "/task.py", content: text, ext: ".py", contentType: "text" as const };
  const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } });
  const real = messages.filter(({ range }) => !isPlaceholder(text.slice(...range)));
  return real.map(({ ruleId, range }) => ({
    kind: "secret",
    rule: ruleId.replace(RULE_PREFIX, ""),
    start: range[0],
    end: range[1],
  }));
}

/** `hf_xxxxxxxx` has the form of a key and stands for one: behind its prefix there are hardly two characters. */
function isPlaceholder(found: string): boolean {
  return new Set(found.slice(found.search(/[_-]/) + 1)).size <= 2;
}

function patternSpans(text: string): Span[] {
  const searched = patterns.filter(({ needs }) => text.includes(needs));
  return searched.flatMap(({ rule, kind, pattern, except }) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => !except.test(match))
      .map((match) => ({ kind, rule, start: match.index, end: match.index + match[0].length })),
  );
}

function masked(text: string): string {
  const hidden = Math.max(0, text.length - SHOWN_CHARS);
  return text.slice(0, SHOWN_CHARS) + "*".repeat(Math.min(hidden, 12));
}
