/** Repositories and weights for torch.hub lie where torch looks for them, and nothing outside the cache is written. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FetchedAsset, fetchAssets } from "../../src/io/asset-cache.ts";
import type { Asset } from "../../src/python/assets.ts";
import { tempFolder } from "../helpers/temp-folder.ts";

const hubconf = (weights: string) => `
dependencies = []
WEIGHTS = "${weights}"

def double(factor=2):
    return lambda value: factor * value
`;

let server: Server;
let address: string;
const files = new Map<string, Buffer>();
beforeAll(async () => {
  server = createServer((asked, answer) => {
    const found = files.get(asked.url ?? "");
    if (found === undefined) answer.writeHead(404).end();
    else answer.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "codergen-test-"));
  mkdirSync(join(folder, "repo-main/inner"), { recursive: true });
  writeFileSync(join(folder, "repo-main/hubconf.py"), hubconf(`${address}/files/net-1.pth`));
  writeFileSync(join(folder, "repo-main/inner/net.py"), "LAYERS = 2\n");
  const packed = execFileSync("tar", ["-czf", "-", "-C", folder, "repo-main"]);
  files.set("/owner/repo/tar.gz/master", packed);
  files.set("/owner/repo/tar.gz/v1", packed);
  writeFileSync(join(folder, "outside"), "planted");
  const evil = ["--transform", "s,outside,repo-main/../../../../outside,", "-P"];
  files.set("/owner/evil/tar.gz/main", execFileSync("tar", ["-czf", "-", ...evil, "-C", folder, "outside"]));
  files.set("/owner/broken/tar.gz/main", Buffer.from("no archive"));
  files.set("/files/net-1.pth", Buffer.from("weights"));
  rmSync(folder, { recursive: true });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function fetchAll(folder: string, ...assets: Pick<Asset, "kind" | "id">[]): Promise<FetchedAsset[]> {
  const fetched: FetchedAsset[] = [];
  const wanted = assets.map((asset) => ({ ...asset, revision: null }));
  for await (const one of fetchAssets(wanted, { folder, archivesUrl: address })) fetched.push(one);
  return fetched;
}

describe("assets of torch.hub", () => {
  it("are the repository at the branch that torch would take, and the weights that its hubconf.py names", async () => {
    const folder = await tempFolder();
    const fetched = await fetchAll(
      folder,
      { kind: "torch-hub", id: "owner/repo" },
      { kind: "torch-hub", id: "owner/repo:v1" },
    );
    expect(fetched.map(({ state, reason }) => [state, reason])).toEqual([
      ["fetched", null],
      ["fetched", null],
    ]);
    const hub = join(folder, "torch/hub");
    expect(readdirSync(hub).toSorted()).toEqual(["checkpoints", "owner_repo_master", "owner_repo_v1"]);
    expect(readFileSync(join(hub, "owner_repo_master/inner/net.py"), "utf8")).toContain("LAYERS");
    expect(readFileSync(join(hub, "checkpoints/net-1.pth"), "utf8")).toBe("weights");
  });

  it("are weights that a program loads by their address", async () => {
    const folder = await tempFolder();
    await fetchAll(folder, { kind: "torch-weights", id: `${address}/files/net-1.pth` });
    expect(readdirSync(join(folder, "torch/hub/checkpoints"))).toEqual(["net-1.pth"]);
  });

  it("that are missing or no archives are told, and leave nothing half", async () => {
    const folder = await tempFolder();
    const fetched = await fetchAll(
      folder,
      { kind: "torch-hub", id: "owner/none" },
      { kind: "torch-hub", id: "owner/broken" },
      { kind: "torch-weights", id: `${address}/files/none.pth` },
    );
    expect(fetched.map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);
    expect(fetched[1]?.reason).toContain("unpacked");
    expect(readdirSync(join(folder, "torch/hub"))).toEqual(["checkpoints"]);
    expect(readdirSync(join(folder, "torch/hub/checkpoints"))).toEqual([]);
  });

  it("cannot be written outside their folder by an archive", async () => {
    const folder = await tempFolder();
    await fetchAll(folder, { kind: "torch-hub", id: "owner/evil" });
    for (const place of ["outside", "../outside", "torch/outside", "torch/hub/outside"])
      expect(existsSync(join(folder, place))).toBe(false);
  });

  const python = process.env["CODERGEN_TORCH"] || null;
  if (python === null) console.warn("skipped: torch.hub itself: CODERGEN_TORCH names no Python with torch");
  it.skipIf(python === null)("are loaded by torch without network", async () => {
    const folder = await tempFolder();
    await fetchAll(folder, { kind: "torch-hub", id: "owner/repo" });
    const script = "import torch\nprint(torch.hub.load('owner/repo', 'double', trust_repo=True)(21))";
    const env = { TORCH_HOME: join(folder, "torch"), PATH: "/usr/bin:/bin" };
    const said = execFileSync("unshare", ["--net", python ?? "", "-c", script], { env, encoding: "utf8" });
    expect(said.trim().split("\n").at(-1)).toBe("42");
  });
});
