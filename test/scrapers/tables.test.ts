import { describe, expect, it } from "vitest";
import table from "../../data/domains.json" with { type: "json" };
import { domains } from "../../src/contracts/document.ts";
import { decodeText } from "../../scrapers/decode.ts";
import { domainOf } from "../../scrapers/domain.ts";
import { licenceOf } from "../../scrapers/licence.ts";
import { installedBy } from "../../scrapers/requirements.ts";

describe("domainOf", () => {
  it("names only the domains of the contract", () => {
    const named = [table.tasks, table.taskPrefixes, table.tags, table.libraries, table.words].flatMap(
      (part) => Object.values(part),
    );
    expect(named.filter((domain) => !domains.some((one) => one === domain))).toEqual([]);
  });

  it.each([
    [{ tasks: ["Computer Vision Depth Estimation"] }, "Computer Vision"],
    [{ tasks: ["Image feature vector"] }, "Computer Vision"],
    [{ tasks: ["Text-To-Speech"] }, "Audio and Speech"],
    [{ tasks: ["Tabular Tabular Regression"] }, "Tabular Data"],
    [{ tasks: ["Reinforcement Learning Robotics"] }, "Reinforcement Learning"],
    [{ tasks: ["visual-question-answering"], tags: ["text"] }, "Multimodal"],
    [{ tags: ["license:mit", "bert"] }, "Natural Language Processing"],
    [{ libraries: ["sklearn.cluster"] }, "Tabular Data"],
    [{ words: ["owner/tiny-resnet"] }, "Computer Vision"],
    [{ words: ["nothing known"] }, "other"],
  ])("%j", (facts, domain) => {
    expect(domainOf(facts)).toBe(domain);
  });
});

describe("licenceOf", () => {
  it.each([
    ["apache-2.0", "Apache-2.0"],
    ["Apache License 2.0", "Apache-2.0"],
    ["mit", "MIT"],
    ["llama3.1", "llama3.1"],
    ["gpl", "gpl"],
    [["mit", "mit"], "MIT"],
    ["unknown", null],
    [undefined, null],
    [{ odd: 1 }, null],
  ])("%j", (words, id) => {
    expect(licenceOf(words)).toBe(id);
  });
});

describe("installedBy", () => {
  it.each([
    ["pip install -U a 'b[c]>=1.0' # later", ["a", "b"]],
    ["!pip install git+https://example.org/a.git b==1", ["b"]],
    ["python -m pip install -r requirements.txt a && echo b", ["a"]],
    ["print('pip is here')", []],
  ])("%s", (code, names) => {
    expect(installedBy(code)).toEqual(names);
  });
});

describe("decodeText", () => {
  it("keeps UTF-8 with one broken byte and says so", () => {
    const bytes = Buffer.concat([Buffer.from("# Größe und Länge, süß und schön\n"), Buffer.from([0xff])]);
    expect(decodeText(bytes)).toMatchObject({
      text: "# Größe und Länge, süß und schön\n\uFFFD",
      warnings: [expect.stringContaining("not UTF-8")],
    });
  });

  it("zero-width characters stay", () => {
    expect(decodeText(Buffer.from("a\u200Bb"))?.text).toBe("a\u200Bb");
  });
});
