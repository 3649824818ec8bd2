/** What a program loads, read from its source. */
import { beforeAll, describe, expect, it } from "vitest";
import { findAssets } from "../../src/python/assets.ts";
import { gpuUse } from "../../src/python/gpu-use.ts";
import { loadPython, type Python } from "../../src/python/index.ts";

let python: Python;
beforeAll(async () => {
  python = await loadPython();
});

const found = (code: string) =>
  findAssets(python, code).map(
    ({ kind, id, revision }) => `${kind} ${id}${revision === null ? "" : `@${revision}`}`,
  );

describe("assets", () => {
  it.each([
    ['AutoModel.from_pretrained("some/model")', ["hub-model some/model"]],
    ['m = T.from_pretrained("bert-like", revision="v2")', ["hub-model bert-like@v2"]],
    ['pipeline("text-classification", model="some/model")', ["hub-model some/model"]],
    ["pipeline('summarization', 'some/model')", ["hub-model some/model"]],
    ['torch.hub.load("owner/repo:v1", "net")', ["torch-hub owner/repo:v1"]],
    [
      'torch.hub.load_state_dict_from_url("https://example.org/net.pth")',
      ["torch-weights https://example.org/net.pth"],
    ],
    ['datasets.load_dataset("glue-like", "sst2")', ["hub-dataset glue-like"]],
    ['load_dataset("csv", data_files="a.csv")', []],
    ['nltk.download("stopwords")', ["nltk stopwords"]],
    ['SentenceTransformer("a/b")', ["hub-model a/b"]],
    ['urlopen("https://example.org/data.csv")', ["url https://example.org/data.csv"]],
    ['print(f"https://example.org/{name}.csv")', []],
    ['print("see https://example.org/page.html for more")', []],
    ["AutoModel.from_pretrained(name)", []],
    ['AutoModel.from_pretrained("./local/folder/model")', []],
    ['# AutoModel.from_pretrained("some/model")', []],
  ])("%s", (code, expected) => {
    expect(found(code)).toEqual(expected);
  });

  it("are told once, in order of mention", () => {
    const code = 'T.from_pretrained("b/b")\nM.from_pretrained("a/a")\nT.from_pretrained("b/b")';
    expect(found(code)).toEqual(["hub-model b/b", "hub-model a/a"]);
  });
});

describe("use of a GPU", () => {
  it.each([
    ["x = 1", "none"],
    ['print("cuda is a word")', "none"],
    ['device = "cuda" if torch.cuda.is_available() else "cpu"', "optional"],
    ["model.cuda()", "required"],
    ['model.to("cuda")', "required"],
    ['torch.zeros(3, device="cuda:0")', "required"],
    ["import cupy as cp", "required"],
    ['model.to("cuda:1")', "exclusive"],
    ['nn.DataParallel(model).to("cuda")', "exclusive"],
  ])("%s: %s", (code, use) => {
    expect(gpuUse(python, code)).toBe(use);
  });
});
