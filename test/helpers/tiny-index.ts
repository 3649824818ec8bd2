/** A package index on loopback with wheels made on the spot; releases can be added while it runs. */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

const SCRIPT = `
import json, sys, zipfile
path, name, version, files, requires = sys.argv[1:]
info = f"{name}-{version}.dist-info"
metadata = f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\nLicense-Expression: MIT\\n"
metadata += "".join(f"Requires-Dist: {one}\\n" for one in json.loads(requires))
with zipfile.ZipFile(path, "w") as wheel:
    for file, text in json.loads(files).items():
        wheel.writestr(file, text)
    wheel.writestr(f"{info}/METADATA", metadata + "\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/top_level.txt", f"{name}\\n")
    wheel.writestr(f"{info}/RECORD", "".join(f"{file},,\\n" for file in json.loads(files)))
`;

export interface Release {
  readonly name: string;
  readonly version: string;
  /** Files of the wheel by path. */
  readonly files: Readonly<Record<string, string>>;
  readonly requires?: readonly string[];
}

export interface TinyIndex {
  /** Variables for uv and pip, so that they ask this index and no other. */
  readonly variables: Readonly<Record<string, string>>;
  add(release: Release): void;
  /** Takes a release away again. */
  remove(name: string, version: string): void;
  close(): Promise<void>;
}

/** @param folder Where the wheels lie. */
export async function startTinyIndex(folder: string): Promise<TinyIndex> {
  const wheels = new Map<string, string>();
  const server = createServer((asked, answer) => {
    const parts = decodeURIComponent(asked.url ?? "").split("/");
    const file = parts.at(-1) ?? "";
    if (file.endsWith(".whl") && [...wheels.keys()].includes(file))
      return void readFile(join(folder, file)).then((content) => answer.end(content));
    const name = parts[2] ?? "";
    const links = [...wheels].filter(([, of]) => of === name).map(([wheel]) => wheel);
    if (links.length === 0) return void answer.writeHead(404).end();
    const anchors = links.map((wheel) => `<a href="/files/${encodeURIComponent(wheel)}">${wheel}</a>`);
    answer.setHeader("content-type", "text/html").end(`<html><body>${anchors.join("\n")}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple`;
  return {
    variables: { UV_DEFAULT_INDEX: url, PIP_INDEX_URL: url, PIP_EXTRA_INDEX_URL: "", UV_NO_CONFIG: "1" },
    add({ name, version, files, requires = [] }) {
      const wheel = `${name}-${version}-py3-none-any.whl`;
      const words = [join(folder, wheel), name, version, JSON.stringify(files), JSON.stringify(requires)];
      execFileSync("python3", ["-c", SCRIPT, ...words]);
      wheels.set(wheel, name);
    },
    remove(name, version) {
      wheels.delete(`${name}-${version}-py3-none-any.whl`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
