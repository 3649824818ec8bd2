/** A document as the page a model reads: Markdown, the parts that matter first, cut to a length. */
import type { CodeBlock, Document } from "../../contracts/document.ts";

const MAX_CHARS = 12_000;
const MAX_BLOCK_CHARS = 2_500;
const FENCE = "```";

/** The text of a document for a prompt; at most about 12,000 characters. */
export function documentPage(document: Document): string {
  const parts = [
    `# ${document.title ?? document.name}`,
    `Name: ${document.name}\nDomain: ${document.domain}\nSource: ${document.source}`,
    document.requirements.length > 0 ? `Installed with: ${document.requirements.join(" ")}` : "",
    apiText(document),
    cut(document.description.trim(), MAX_CHARS / 3),
    ...document.examples.map(exampleText),
    ...document.sections.map(({ title, text }) => `## ${title}\n${cut(text.trim(), MAX_BLOCK_CHARS)}`),
    metricsText(document),
  ].filter((part) => part.trim() !== "");
  let page = "";
  for (const part of parts) {
    if (page.length + part.length + 2 > MAX_CHARS) continue;
    page += page === "" ? part : `\n\n${part}`;
  }
  return page;
}

function apiText({ api }: Document): string {
  if (api === null) return "";
  const lines = [
    api.signature === null ? `API: ${api.qualifiedName}` : `API: ${api.qualifiedName}${api.signature}`,
    ...api.parameters
      .filter(({ description }) => description !== null)
      .map(({ name, description }) => `- ${name}: ${description}`),
    api.returns === null ? "" : `Returns: ${api.returns}`,
    ...api.raises.map(({ exception, description }) => `Raises ${exception}: ${description}`),
  ];
  return cut(lines.filter((line) => line !== "").join("\n"), MAX_BLOCK_CHARS);
}

function exampleText({ language, code }: CodeBlock): string {
  return `${FENCE}${language ?? ""}\n${cut(code.trimEnd(), MAX_BLOCK_CHARS)}\n${FENCE}`;
}

function metricsText({ metrics }: Document): string {
  const lines = metrics
    .slice(0, 20)
    .map(({ name, value, dataset }) => `- ${name}: ${value}${dataset === null ? "" : ` (${dataset})`}`);
  return lines.length === 0 ? "" : `Metrics:\n${lines.join("\n")}`;
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()} …`;
}
