/**
 * Cards parsed a second and the peak of memory: `node scripts/bench/run.mjs parse [cards] [threads]`.
 * Cards are those of ../shared/corpora/hub_cards where it lies, repeated; else cards made here of the same size.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { huggingface } from "../../scrapers/huggingface/index.ts";
import { parsePages } from "../../scrapers/parse-pool.ts";

const cards = Number(process.argv[2] ?? 10_000);
const threads = Number(process.argv[3] ?? 2);
const shared = process.env["CODEGEN_SHARED"] ?? "../shared";
const corpus = join(shared, "corpora/hub_cards");
const folder = mkdtempSync(join(tmpdir(), "codergen-bench-"));

function samples(): string[] {
  if (existsSync(corpus)) return readdirSync(corpus).map((name) => readFileSync(join(corpus, name), "utf8"));
  return Array.from({ length: 100 }, (_, index) => syntheticCard(index));
}

/** Sizes are skewed as real ones are: most cards small, a few long. */
function syntheticCard(index: number): string {
  const sections = 2 + (index % 7) * (index % 11 === 0 ? 20 : 2);
  const parts = [
    `---\nlicense: mit\ntags:\n- text-classification\n- sample\nlanguage: en\n---\n\n# Sample model ${index}\n`,
  ];
  for (let section = 0; section < sections; section += 1) {
    parts.push(
      `## Section ${section}\n\n${"The model reads a sentence and gives a label with a score. ".repeat(8)}\n`,
    );
    parts.push(
      `\`\`\`python\nfrom transformers import pipeline\n\nclassify = pipeline("text-classification", model="sample/${index}")\nprint(classify("text ${section}"))\n\`\`\`\n`,
    );
  }
  return parts.join("\n");
}

function peakRssMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

const texts = samples();
for (let index = 0; index < cards; index += 1) {
  const directory = join(folder, `part-${Math.floor(index / 1_000)}`);
  if (index % 1_000 === 0) mkdirSync(directory);
  writeFileSync(join(directory, `owner__card-${index}.md`), texts[index % texts.length] ?? "");
}

const context = { known: () => null, signal: new AbortController().signal, note: () => {} };
const states = new Map<string, number>();
let startedAt = performance.now();
let done = 0;
try {
  const listed = huggingface.list(huggingface.options.parse({ from: folder }), context);
  for await (const { parsed } of parsePages(huggingface, listed, { concurrency: threads })) {
    if (done === 0) startedAt = performance.now();
    done += 1;
    const state = parsed?.state ?? "not-parsed";
    states.set(state, (states.get(state) ?? 0) + 1);
    if (done % 20_000 === 0) process.stderr.write(`${done} cards, peak RSS ${peakRssMb()} MB\n`);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const result = {
    cards: done,
    threads,
    seconds,
    cardsPerSecond: done / seconds,
    peakRssMb: peakRssMb(),
    states: Object.fromEntries(states),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
