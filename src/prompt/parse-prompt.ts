/** A prompt file: YAML front matter, then the parts `## system` and `## user`. */
import { parse } from "yaml";
import { type Prompt, promptHeaderSchema } from "../contracts/prompt.ts";
import { describeError, ToolkitError } from "../errors.ts";
import { sha256 } from "../util/hash.ts";
import { validate } from "../util/validate.ts";

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/**
 * @param path Named in errors, and checked: `<stage>/<name>.v<N>.md`.
 * @throws ToolkitError `config-invalid` when front matter, parts or placeholders do not fit together.
 */
export function parsePrompt(text: string, path: string): Prompt {
  const end = text.indexOf("\n---\n", 4);
  if (!text.startsWith("---\n") || end === -1) throw broken(path, "it has no front matter");
  const header = validate(promptHeaderSchema, readHeader(text.slice(4, end), path), path);
  const versionedId = `${header.id}.v${header.version}`;
  if (`${versionedId}.md` !== path) throw broken(path, `its id and version make ${versionedId}.md`);
  const { system, user } = splitParts(text.slice(end + 5), path);
  checkPlaceholders(`${system}\n${user}`, Object.keys(header.inputs), path);
  return { ...header, hash: sha256(text), versionedId, system, user };
}

/** @throws ToolkitError `config-invalid` for what is no YAML, such as a key that stands twice. */
function readHeader(yaml: string, path: string): unknown {
  try {
    return parse(yaml, { prettyErrors: true });
  } catch (error) {
    throw broken(path, `its front matter is no YAML: ${describeError(error)}`);
  }
}

function splitParts(body: string, path: string): { system: string; user: string } {
  const match = /^\s*## system\n(.*?)\n## user\n(.*)$/s.exec(body);
  if (match === null) throw broken(path, "it needs the parts `## system` and `## user`, in this order");
  return { system: (match[1] ?? "").trim(), user: (match[2] ?? "").trim() };
}

function checkPlaceholders(text: string, inputs: readonly string[], path: string): void {
  const used = new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ""));
  const undeclared = [...used].filter((name) => !inputs.includes(name));
  if (undeclared.length > 0) throw broken(path, `it uses undeclared inputs: ${undeclared.join(", ")}`);
  const unused = inputs.filter((name) => !used.has(name));
  if (unused.length > 0) throw broken(path, `it declares inputs that it does not use: ${unused.join(", ")}`);
}

function broken(path: string, problem: string): ToolkitError {
  return new ToolkitError("config-invalid", `prompt ${path}: ${problem}`, {
    hint: "docs/writing-a-prompt.md shows a whole prompt file.",
  });
}
