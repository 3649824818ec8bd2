/** A page to a document. Pure. */
import type { Api, ApiParameter, Document } from "../../src/contracts/document.ts";
import type { Page, Parsed } from "../../src/contracts/source.ts";
import { loadPython } from "../../src/python/index.ts";
import { domainOf } from "../domain.ts";
import { emptyDocument, rejected, settled } from "../draft.ts";
import { licenceOf } from "../licence.ts";
import { requirementsOf } from "../requirements.ts";
import { dedent, type DocstringParts } from "./docstring-parts.ts";
import { readDocstring } from "./docstring.ts";
import { doctestBlocks } from "./doctest-blocks.ts";
import { pydocPageSchema, type PydocPage } from "./page.ts";

export async function parsePydocPage(page: Page): Promise<Parsed> {
  const content = readPage(page.bytes);
  if (content === null)
    return rejected("invalid-json", "The page is not what the introspection script prints.");
  const python = await loadPython();
  const parts = readDocstring(content.doc);
  const examples = doctestBlocks(content.doc, python);
  const stdlib = content.distribution === null;
  const top = content.module.split(".")[0] ?? content.module;
  const requirements = new Set(requirementsOf(examples, python));
  if (content.distribution !== null) requirements.add(content.distribution);
  const document: Document = {
    ...emptyDocument("pydoc", page),
    id: `pydoc:${content.path}`,
    url: urlOf(content),
    revision: content.version,
    licence: stdlib ? "PSF-2.0" : licenceOf(content.licences),
    domain: domainOf({ libraries: [content.distribution ?? top, top] }),
    name: content.path,
    title: content.path,
    description: parts.description,
    sections: parts.sections.map(({ title, lines }) => ({
      title,
      level: 2,
      text: dedent(lines),
    })),
    examples,
    requirements: [...requirements].sort(),
    tags: [content.distribution ?? "standard library", content.module],
    api: apiOf(content, parts),
    extra: {
      distribution: content.distribution,
      docstringStyle: parts.style,
      methods: content.methods,
      sourceFile: content.sourceFile,
      sourceLine: content.line,
    },
  };
  return settled(document);
}

function readPage(bytes: Uint8Array): PydocPage | null {
  try {
    const parsed = pydocPageSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function apiOf(content: PydocPage, parts: DocstringParts): Api {
  const documented = new Map(parts.parameters.map((entry) => [entry.name, entry]));
  const parameters: ApiParameter[] = content.parameters.map((parameter) => {
    const entry = documented.get(parameter.name);
    const described = [entry?.type, entry?.description].filter(
      (text) => text !== undefined && text !== null && text !== "",
    );
    return {
      ...parameter,
      annotation: parameter.annotation ?? entry?.type ?? null,
      description: described.length === 0 ? null : described.join(". "),
    };
  });
  return {
    kind: content.kind,
    module: content.module,
    qualifiedName: content.path,
    signature: content.signature,
    parameters,
    returns: parts.returns ?? content.returns,
    raises: [...parts.raises],
  };
}

/** docs.python.org has one page a module and one anchor an object; other projects are given by their own address. */
function urlOf(content: PydocPage): string | null {
  if (content.distribution !== null) return content.projectUrl;
  const version = content.version.split(".").slice(0, 2).join(".");
  const module = content.module === "builtins" ? "functions" : content.module;
  const anchor = content.module === "builtins" ? content.qualname : content.path;
  const fragment = content.kind === "module" ? "" : `#${anchor}`;
  return `https://docs.python.org/${version}/library/${module}.html${fragment}`;
}
