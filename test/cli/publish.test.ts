/** `codergen publish` as a user starts it. */
import { describe, expect, it } from "vitest";
import { codergen, jsonLines } from "../helpers/codergen.ts";
import { datasetFolder, startHub, textAt, TO } from "../helpers/publishing.ts";

const TOKEN = "hf_writer";

describe("codergen publish", () => {
  it("shows files and card in a dry run, without a token", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    const { code, stdout } = await codergen(["publish", run, "--to", TO, "--dry-run"], {
      env: { HF_ENDPOINT: hubUrl, HF_TOKEN: "" },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ +\d+ {2}\w{12} {2}README\.md$/m);
    expect(stdout).toContain("## Provenance");
    expect(hub.asked).toEqual([]);
  });

  it("publishes, tells that nothing is new, and stops with a diff at an edited card", async () => {
    const { hub, hubUrl } = await startHub();
    const run = await datasetFolder();
    const words = ["publish", run, "--to", TO];
    const env = { HF_ENDPOINT: hubUrl, HF_TOKEN: TOKEN };
    const first = await codergen([...words, "--json"], { env });
    expect(first.code, first.stderr).toBe(0);
    expect(jsonLines(first).at(-1)).toMatchObject({
      type: "publish-finished",
      state: "published",
      commit: hub.head(TO)?.id,
    });
    expect((await codergen(words, { env })).stdout).toContain("nothing is new");
    hub.edit(TO, { "README.md": `${textAt(hub, "README.md")}\nOur own words.\n` });
    const stopped = await codergen(words, { env });
    expect(stopped.code).toBe(4);
    expect(stopped.stdout).toContain("-Our own words.");
    expect((await codergen([...words, "--replace-card"], { env })).code).toBe(0);
    expect(textAt(hub, "README.md")).not.toContain("Our own words.");
  });

  it("says what to do without a token, and for a name that is none", async () => {
    const run = await datasetFolder();
    const without = await codergen(["publish", run, "--to", TO], { env: { HF_TOKEN: "" } });
    expect(without.code).toBe(3);
    expect(without.stderr).toContain("HF_TOKEN");
    const misnamed = await codergen(["publish", run, "--to", "first"], { env: { HF_TOKEN: TOKEN } });
    expect(misnamed.code).toBe(2);
    expect(misnamed.stderr).toContain("owner/name");
  });
});
