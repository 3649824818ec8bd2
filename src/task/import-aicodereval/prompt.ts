/** A `.prompt` file: the Python repr of an API record, then an error tail. */
import { domains, type Domain } from "../../contracts/document.ts";
import type { Python } from "../../python/index.ts";
import { stringValue } from "../../python/string-literal.ts";

export interface PromptFacts {
  readonly instruction: string | null;
  readonly domain: Domain;
  readonly apiName: string | null;
}

export function readPrompt(text: string, python: Python): PromptFacts {
  const record = text.split(/\n\s*\n/)[0] ?? "";
  const values = python.withRoot(record, (root) => {
    const pairs = root.descendantsOfType("pair").flatMap((pair) => {
      const [key, value] = [pair.childForFieldName("key"), pair.childForFieldName("value")];
      const name = key === null ? null : stringValue(key);
      const content = value === null ? null : stringValue(value);
      return name === null || content === null ? [] : [[name, content] as const];
    });
    return new Map(pairs.toReversed());
  });
  const code = values.get("code") ?? "";
  const instruction = /###\s*Instruction:\s*([\s\S]*?)(?=\n\s*###|\n\s*<<<|$)/.exec(code)?.[1]?.trim();
  return {
    instruction:
      instruction === undefined || instruction === "" ? (values.get("description") ?? null) : instruction,
    domain: domainOf(values.get("domain") ?? ""),
    apiName: values.get("api_name") ?? null,
  };
}

function domainOf(words: string): Domain {
  const known = domains.find((domain) => domain !== "other" && words.startsWith(domain));
  if (known !== undefined) return known;
  if (words.startsWith("Audio")) return "Audio and Speech";
  return words.startsWith("Tabular") ? "Tabular Data" : "other";
}
