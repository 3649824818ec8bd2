/** The object that a page documents, where its generator marks signatures. */
import type { CheerioAPI } from "cheerio";
import type { Api, ApiParameter } from "../../src/contracts/document.ts";
import type { Python } from "../../src/python/index.ts";
import type { MarkedApi } from "./marked-api.ts";
import { docBuilderApis } from "./api-doc-builder.ts";
import { sphinxApis } from "./api-sphinx.ts";
import { tensorflowApis } from "./api-tensorflow.ts";

export interface PageApis {
  /** The page's own object: the first that is marked. */
  readonly api: Api | null;
  readonly documented: readonly string[];
}

const READERS: Record<string, ($: CheerioAPI) => MarkedApi[]> = {
  "hf-doc-builder": docBuilderApis,
  tensorflow: tensorflowApis,
};

export function apiOfPage($: CheerioAPI, generator: string, python: Python): PageApis {
  const marked = (READERS[generator] ?? sphinxApis)($);
  const [first] = marked;
  const documented = [...new Set(marked.map((one) => one.qualifiedName))];
  return { api: first === undefined ? null : completeApi(first, python), documented };
}

function completeApi(marked: MarkedApi, python: Python): Api {
  const { descriptions, ...api } = marked;
  const parameters = marked.signature === null ? [] : parametersOf(marked.signature, python);
  return {
    ...api,
    parameters: parameters.map((one) => ({ ...one, description: descriptions.get(one.name) ?? null })),
  };
}

/** Parameters by the Python parser; none when the signature is no Python ("input, dim=None, *[, out]"). */
function parametersOf(signature: string, python: Python): Omit<ApiParameter, "description">[] {
  const ascii = signature.replaceAll("\u2192", "->").replaceAll(/[\u2018\u2019]/g, "'");
  // A default such as <class 'int'> is a repr, not Python: `...` stands for it.
  const codes = [ascii, ascii.replaceAll(/<[^<>]*>/g, "...")].map((text) => `def f${text}: ...`);
  const code = codes.find((one) => python.parses(one));
  return code === undefined ? [] : [...(python.functions(code)[0]?.parameters ?? [])];
}
