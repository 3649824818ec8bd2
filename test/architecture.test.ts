/** House rules that are tests: import direction, who may touch what, sizes. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending) && !name.includes("node_modules"))
    .map((name) => join(folder, name));
}

/** Every area of the tree, first match wins. */
const AREAS = [
  ["contracts", /^src\/contracts\//],
  ["errors", /^src\/errors\.ts$/],
  ["version", /^src\/version\.ts$/],
  ["util", /^src\/util\//],
  ["python", /^src\/python\//],
  ["prompt", /^src\/prompt\//],
  ["task", /^src\/task\//],
  ["model", /^src\/model\//],
  ["stages", /^src\/(generate|strengthen|audit|rank|repair|evaluate|export|report)\//],
  ["scrapers", /^scrapers\//],
  ["sandbox", /^sandbox\//],
  ["io", /^src\/io\//],
  ["pipeline", /^src\/pipeline\//],
  ["registry", /^src\/(registry|model-set)\.ts$/],
  ["api", /^src\/api\//],
  ["index", /^src\/index\.ts$/],
  ["cli", /^src\/cli\//],
] as const;

type Area = (typeof AREAS)[number][0];

const ALLOWED: Record<Area, readonly Area[]> = {
  contracts: ["contracts"],
  errors: ["util"],
  version: [],
  util: ["util", "contracts", "errors"],
  python: ["python", "contracts", "errors", "util"],
  model: ["model", "contracts", "errors", "util", "python"],
  prompt: ["prompt", "contracts", "errors", "util"],
  task: ["task", "contracts", "errors", "util", "python"],
  stages: ["stages", "model", "prompt", "contracts", "errors", "util", "python", "task"],
  scrapers: ["scrapers", "contracts", "errors", "util", "python", "io"],
  sandbox: ["sandbox", "contracts", "errors", "util", "python", "io"],
  io: ["io", "model", "prompt", "contracts", "errors", "util", "python"],
  pipeline: [
    "pipeline",
    "version",
    "model",
    "prompt",
    "stages",
    "task",
    "io",
    "contracts",
    "errors",
    "util",
    "python",
  ],
  registry: [
    "registry",
    "model",
    "prompt",
    "scrapers",
    "sandbox",
    "stages",
    "io",
    "contracts",
    "errors",
    "util",
    "python",
    "task",
  ],
  api: AREAS.map(([name]) => name).filter((name) => name !== "cli" && name !== "index"),
  index: AREAS.map(([name]) => name).filter((name) => name !== "cli"),
  cli: ["cli", "index"],
};

function areaOf(path: string): Area | null {
  return AREAS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}

const IMPORT =
  /(?:^|[^.\w])(?:import|export)\s[^"';]*?from\s+"([^"]+)"|import\("([^"]+)"\)|^import\s+"([^"]+)"/gm;

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return [...text.matchAll(IMPORT)].map(([, a, b, c]) => a ?? b ?? c ?? "");
}

const sources = ["src", "scrapers", "sandbox"].flatMap((folder) => filesBelow(folder, ".ts"));

describe("import direction", () => {
  it("looks at the whole tree", () => {
    expect(sources.length).toBeGreaterThan(60);
    expect(sources.filter((path) => areaOf(path) === null)).toEqual([]);
  });

  it.each(AREAS.map(([area]) => area))("%s imports only what it may", (area) => {
    const wrong: string[] = [];
    for (const path of sources.filter((source) => areaOf(source) === area)) {
      for (const target of importsOf(path)) {
        if (!target.startsWith(".")) continue;
        const resolved = relative(root, join(root, dirname(path), target));
        if (!resolved.endsWith(".ts")) continue; // data, package.json
        const reached = areaOf(resolved);
        if (reached !== null && !ALLOWED[area].includes(reached)) wrong.push(`${path} -> ${resolved}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("stages do not call each other", () => {
    const stageOf = (path: string): string | undefined => /^src\/(\w+)\//.exec(path)?.[1];
    const wrong = sources
      .filter((path) => areaOf(path) === "stages")
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => target.startsWith("."))
          .map((target) => relative(root, join(root, dirname(path), target)))
          .filter((target) => areaOf(target) === "stages" && stageOf(target) !== stageOf(path))
          .map((target) => `${path} -> ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it("contracts import zod only", () => {
    const outside = sources
      .filter((path) => areaOf(path) === "contracts")
      .flatMap((path) => importsOf(path).filter((target) => !target.startsWith(".") && target !== "zod"));
    expect(outside).toEqual([]);
  });
});

describe("who may touch what", () => {
  it("only io/env.ts, the command line and tests read process.env", () => {
    const readers = sources.filter((path) => /process\.env\b/.test(readFileSync(join(root, path), "utf8")));
    expect(readers).toEqual(["src/io/env.ts"]);
  });

  it("only io/make-folder.ts makes folders that may not be there: Node's own way may never end", () => {
    const makers = sources.filter((path) =>
      /\bmkdir(Sync)?\([^;]*recursive: true/.test(readFileSync(join(root, path), "utf8")),
    );
    expect(makers).toEqual([]);
  });

  it("pure folders do not reach for files, network, clock or chance", () => {
    const pure = sources.filter((path) =>
      ["contracts", "util", "task", "stages"].includes(areaOf(path) ?? ""),
    );
    const impure = pure.filter((path) =>
      /from "(node:(fs|http|https|net|child_process)[^"]*|undici)"|\bDate\.now\(|\bnew Date\(\)|Math\.random\(/.test(
        readFileSync(join(root, path), "utf8"),
      ),
    );
    expect(impure).toEqual([]);
  });

  it("only the registry and the api name adapters", () => {
    const namers = sources.filter(
      (path) =>
        !["scrapers", "sandbox"].includes(areaOf(path) ?? "") &&
        importsOf(path).some((target) => /(^|\/)(scrapers|sandbox)\//.test(target)),
    );
    expect(namers.filter((path) => path !== "src/registry.ts")).toEqual([]);
  });
});

describe("sizes", () => {
  const lines = (path: string): number => readFileSync(join(root, path), "utf8").split("\n").length - 1;
  const programs = [...sources, ...filesBelow("sandbox", ".py"), ...filesBelow("scrapers", ".py")];

  it("no source file is over 300 lines, half are under 100", () => {
    expect(programs.filter((path) => lines(path) > 300)).toEqual([]);
    const sorted = programs.map(lines).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(100);
  });

  it("no file is named after what it is not", () => {
    const vague = programs.filter((path) => /(^|\/)(utils?|helpers?|types|misc|common)\.\w+$/.test(path));
    expect(vague).toEqual([]);
  });
});
