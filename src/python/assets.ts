/** The models and data that a program loads while it runs, as far as its source names them. Nothing is run. */
import type { Python } from "./index.ts";
import { descendants, type Node } from "./syntax-tree.ts";
import { stringValue } from "./string-literal.ts";

export const assetKinds = ["hub-model", "hub-dataset", "torch-hub", "torch-weights", "nltk", "url"] as const;
export type AssetKind = (typeof assetKinds)[number];

export interface Asset {
  readonly kind: AssetKind;
  /** "owner/name", "owner/repo:ref" for torch.hub, an id of NLTK's index, or an address. */
  readonly id: string;
  /** Branch, tag or commit; null for the default one. */
  readonly revision: string | null;
}

const MENTION =
  /from_pretrained|pipeline|hub|load_dataset|nltk|https?:\/\/|SentenceTransformer|snapshot_download/;
const HUB_ID = /^[\w.-]+(\/[\w.-]+)?$/;
const ADDRESS = /^https?:\/\/[^\s{}<>"']+\.[^\s{}<>"']+$/;
/** Builders of datasets from files, which are no repositories. */
const LOCAL_BUILDERS = new Set(["csv", "json", "parquet", "text", "arrow", "imagefolder", "audiofolder"]);

/** What `code` loads, in the order of first mention, without repeats. */
export function findAssets(python: Python, code: string): Asset[] {
  if (!MENTION.test(code)) return [];
  const found = python.withRoot(code, (root) => [
    ...descendants(root, "call").flatMap(assetsOfCall),
    ...descendants(root, "string").flatMap(assetOfString),
  ]);
  const weights = new Set(found.filter(({ kind }) => kind === "torch-weights").map(({ id }) => id));
  const wanted = found.filter(({ kind, id }) => kind !== "url" || !weights.has(id));
  const different = new Map(wanted.map((asset) => [`${asset.kind} ${asset.id} ${asset.revision}`, asset]));
  return [...different.values()];
}

interface Call {
  /** Dotted name of what is called, without its arguments. */
  readonly name: string;
  readonly positional: readonly (string | null)[];
  readonly named: ReadonlyMap<string, string | null>;
}

function readCall(node: Node): Call {
  const list = node.childForFieldName("arguments")?.namedChildren ?? [];
  const value = (argument: Node | null) => (argument === null ? null : stringValue(argument));
  return {
    name: node.childForFieldName("function")?.text ?? "",
    positional: list.filter(({ type }) => type !== "keyword_argument" && type !== "comment").map(value),
    named: new Map(
      list
        .filter(({ type }) => type === "keyword_argument")
        .map((argument) => [
          argument.childForFieldName("name")?.text ?? "",
          value(argument.childForFieldName("value")),
        ]),
    ),
  };
}

/** Where each function takes what it loads from. */
const LOADERS: readonly {
  readonly called: RegExp;
  readonly kind: AssetKind;
  readonly position: number;
  readonly keywords: readonly string[];
}[] = [
  {
    called: /\.from_pretrained$/,
    kind: "hub-model",
    position: 0,
    keywords: ["pretrained_model_name_or_path"],
  },
  { called: /(^|\.)pipeline$/, kind: "hub-model", position: 1, keywords: ["model", "tokenizer"] },
  {
    called: /(^|\.)(SentenceTransformer|CrossEncoder)$/,
    kind: "hub-model",
    position: 0,
    keywords: ["model_name_or_path"],
  },
  {
    called: /(^|\.)(snapshot_download|hf_hub_download)$/,
    kind: "hub-model",
    position: 0,
    keywords: ["repo_id"],
  },
  { called: /(^|\.)load_dataset$/, kind: "hub-dataset", position: 0, keywords: ["path"] },
  { called: /(^|\.)hub\.load$/, kind: "torch-hub", position: 0, keywords: ["repo_or_dir"] },
  { called: /(^|\.)load_state_dict_from_url$/, kind: "torch-weights", position: 0, keywords: ["url"] },
  { called: /(^|\.)nltk\.download$/, kind: "nltk", position: 0, keywords: ["info_or_id"] },
];

function assetsOfCall(node: Node): Asset[] {
  const call = readCall(node);
  return LOADERS.filter(({ called }) => called.test(call.name)).flatMap(({ kind, position, keywords }) => {
    const named = keywords.map((keyword) => call.named.get(keyword));
    const ids = [call.positional[position], ...named].filter((id) => typeof id === "string");
    const revision = call.named.get("revision") ?? null;
    return ids.filter((id) => isAsset(kind, id)).map((id) => ({ kind, id, revision }));
  });
}

function isAsset(kind: AssetKind, id: string): boolean {
  if (kind === "torch-weights") return ADDRESS.test(id);
  if (kind === "torch-hub") return /^[\w.-]+\/[\w.-]+(:[\w.-]+)?$/.test(id);
  if (kind === "hub-dataset" && LOCAL_BUILDERS.has(id)) return false;
  return HUB_ID.test(id) && !id.startsWith(".");
}

function assetOfString(node: Node): Asset[] {
  const text = stringValue(node);
  return text !== null && ADDRESS.test(text) ? [{ kind: "url", id: text, revision: null }] : [];
}
