/** Faulty cards: each fault is named by its field. */
import { describe, expect, it } from "vitest";
import type { Summary } from "../../src/contracts/summary.ts";
import { cardFaults, readCardMetadata } from "../../src/export/card-check.ts";

const files = ["README.md", "data/all/test.parquet", "data/any/test.parquet"];

function faultsOf(frontMatter: string): string[] {
  const read = readCardMetadata(`---\n${frontMatter}\n---\n\n# A dataset\n`);
  const faults = "fault" in read ? [read.fault] : cardFaults(read.metadata, files);
  return faults.map(({ field }) => field);
}

const config = (lines: string): string => `license: mit\nconfigs:\n${lines.replaceAll(/^/gm, "  ")}`;

/** Front matter, and the fields that are at fault. */
const faulty: readonly (readonly [frontMatter: string, ...fields: string[]])[] = [
  ["tags: [code]", "license"],
  ["license: MIT License", "license"],
  ["license: Apache-2.0", "license"],
  ["license: mti", "license"],
  ["license: 2", "license"],
  ["license: true", "license"],
  ["license: [mit, nonsense]", "license[1]"],
  ["license: other", "license_name"],
  ["license: other\nlicense_name: My Own Licence", "license_name"],
  ["license: other\nlicense_name: 7", "license_name"],
  ["license: mit\nlicense_name: mine", "license_name"],
  ["license: other\nlicense_name: mine\nlicense_link: see the web page", "license_link"],
  ["license: other\nlicense_name: mine\nlicense_link: 5", "license_link"],
  ["licence: mit", "licence", "license"],
  ["license: mit\nlanguage: english", "language"],
  ["license: mit\nlanguage: [en, german]", "language[1]"],
  ["license: mit\nlanguage: 12", "language"],
  ["license: mit\nlanguage: [en, 3]", "language[1]"],
  ["license: mit\nlanguage: {en: yes}", "language"],
  ["license: mit\nlanguages: [en]", "languages"],
  ["license: mit\npretty_name: 2026", "pretty_name"],
  ["license: mit\npretty_name: ''", "pretty_name"],
  ["license: mit\npretty_name: [a, b]", "pretty_name"],
  ["license: mit\npretty_nam: Tasks", "pretty_nam"],
  ["license: mit\nsize_categories: small", "size_categories"],
  ["license: mit\nsize_categories: [1K-10K]", "size_categories[0]"],
  ["license: mit\nsize_categories: 1000", "size_categories"],
  ["license: mit\nsize_category: n<1K", "size_category"],
  ["license: mit\ntask_categories: [code-generation]", "task_categories[0]"],
  ["license: mit\ntask_categories: text_generation", "task_categories"],
  ["license: mit\ntask_categories: [text-generation, 1]", "task_categories[1]"],
  ["license: mit\ntasks_categories: [text-generation]", "tasks_categories"],
  ["license: mit\ntags: [code, 3.11]", "tags[1]"],
  ["license: mit\ntags: [code, true]", "tags[1]"],
  ["license: mit\ntags: 1", "tags"],
  ["license: mit\ntags: {a: b}", "tags"],
  [`license: mit\ntags: [${"long".repeat(40)}]`, "tags[0]"],
  ["license: mit\nviewer: 'yes'", "viewer"],
  ["license: mit\nviewer: no", "viewer"],
  ["license: mit\nmultilinguality: bilingual", "multilinguality"],
  ["license: mit\ntask_ids: [7]", "task_ids[0]"],
  ["license: mit\nsource_datasets: 7", "source_datasets"],
  ["license: mit\nannotations_creators: {}", "annotations_creators"],
  ["license: mit\nlanguage_creators: [null]", "language_creators[0]"],
  ["license: mit\npaperswithcode_id: 5", "paperswithcode_id"],
  ["license: mit\nconfigs: all", "configs"],
  ["license: mit\nconfigs: {all: data}", "configs"],
  [config("- all"), "configs[0]"],
  [config("- data_files: data/all/test.parquet"), "configs[0].config_name"],
  [config("- config_name: a/b\n  data_files: data/all/test.parquet"), "configs[0].config_name"],
  [config("- config_name: 5"), "configs[0].config_name"],
  [config("- config_name: all\n- config_name: all"), "configs[1].config_name"],
  [config("- config_name: a\n  default: true\n- config_name: b\n  default: true"), "configs"],
  [config("- config_name: all\n  default: 'true'"), "configs[0].default"],
  [config("- config_name: all\n  data_files: 3"), "configs[0].data_files"],
  [config("- config_name: all\n  data_files: data/none/*.parquet"), "configs[0].data_files"],
  [config("- config_name: all\n  data_files: ../outside.parquet"), "configs[0].data_files"],
  [config("- config_name: all\n  data_files: [7]"), "configs[0].data_files[0]"],
  [config("- config_name: all\n  data_files:\n  - path: data/all/*"), "configs[0].data_files[0].split"],
  [
    config("- config_name: all\n  data_files:\n  - split: te-st\n    path: data/all/*"),
    "configs[0].data_files[0].split",
  ],
  [
    config(
      "- config_name: all\n  data_files:\n  - {split: test, path: data/all/*}\n  - {split: test, path: data/any/*}",
    ),
    "configs[0].data_files[1].split",
  ],
  [config("- config_name: all\n  data_files:\n  - split: test"), "configs[0].data_files[0].path"],
  [
    config("- config_name: all\n  data_files:\n  - {split: test, path: /etc/passwd}"),
    "configs[0].data_files[0].path",
  ],
  [
    config("- config_name: all\n  data_files:\n  - {split: test, path: [data/all/*, data/none/*]}"),
    "configs[0].data_files[0].path",
  ],
  ["license: [mit", "front matter"],
  ["license: mit\nlicense: apache-2.0", "front matter"],
  ["- license: mit", "front matter"],
  ["just words", "front matter"],
  ["\tlicense: mit", "front matter"],
];

describe("faulty cards", () => {
  it("are at least 60, and no two alike", () => {
    expect(new Set(faulty.map(([text]) => text)).size).toBe(faulty.length);
    expect(faulty.length).toBeGreaterThanOrEqual(60);
  });

  it.each(faulty.map(([text, ...fields]) => ({ text, fields })))("$text", ({ text, fields }) => {
    expect(faultsOf(text)).toEqual(fields);
  });

  it("without front matter are told so", () => {
    expect(readCardMetadata("# A dataset\n")).toMatchObject({ fault: { field: "front matter" } });
    expect(readCardMetadata("Text\n---\nlicense: mit\n---\n")).toMatchObject({
      fault: { field: "front matter" },
    });
  });

  it("say what may have been meant", () => {
    expect(cardFaults({ license: "Apache-2.0" })[0]?.message).toContain("`apache-2.0`");
    expect(cardFaults({ license: "mit", task_categories: ["text_generation"] })[0]?.message).toContain(
      "`text-generation`",
    );
    expect(cardFaults({ licence: "mit" })[0]?.message).toContain("`license`");
  });
});

describe("sound cards", () => {
  it.each([
    "license: mit",
    "license: [mit, apache-2.0]\nlanguage: [en, nb-NO, code]\ntags: [code, no]",
    "license: other\nlicense_name: mit-and-apache-2.0\nlicense_link: LICENSE.md",
    "license: other\nlicense_name: mine\nlicense_link: https://example.org/licence",
    "license: cc-by-4.0\nsize_categories: [1K<n<10K]\ntask_categories: [text-generation]\nviewer: true\nmine: anything",
    config("- config_name: all\n  default: true\n  data_files:\n  - {split: test, path: data/all/*.parquet}"),
    config(
      "- config_name: all\n  data_files: data/all/test.parquet\n- config_name: any\n  data_files: ['data/any/*']",
    ),
    config("- config_name: all\n  data_files: '**/test.parquet'"),
  ])("%s", (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it("begin with a mark, end without a line break, and have other line ends", () => {
    expect(readCardMetadata("\uFEFF---\r\nlicense: mit\r\n---")).toEqual({ metadata: { license: "mit" } });
  });
});

it("the toolkit's own card is sound", async () => {
  const { datasetCard } = await import("../../src/export/card.ts");
  const summary = {
    verify: { tasks: 1, tiers: { none: 0, any: 0, all: 0, verified: 1 } },
    scrape: { inputs: 1, accepted: 1 },
    generate: { generated: 1 },
    export: { any: 1, all: 1, verified: 1 },
  } as unknown as Summary;
  for (const licences of [{ MIT: 1 }, { "PSF-2.0": 1 }, { MIT: 1, unknown: 2 }, { unknown: 1 }, {}]) {
    const card = datasetCard({ name: "n", toolkitVersion: "0", summary, licences, domains: {}, sources: {} });
    const read = readCardMetadata(card);
    expect("fault" in read ? [read.fault] : cardFaults(read.metadata)).toEqual([]);
  }
});
