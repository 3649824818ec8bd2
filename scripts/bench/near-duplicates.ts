/**
 * Speed of the search for near-duplicates: `node scripts/bench/run.mjs near-duplicates [files]`. The files are
 * functions written by a generator with a seed; one in ten is an edited copy of an earlier one.
 */
import { NearDuplicateIndex } from "../../src/audit/near-duplicates.ts";
import { seededRandom } from "../../src/util/statistics.ts";

const count = Number(process.argv[2] ?? 100_000);
const random = seededRandom(1);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const words = Array.from({ length: 2_000 }, (_, index) => `name_${index.toString(36)}`);

function line(): string {
  return pick([
    () => `    ${pick(words)} = ${pick(words)}.${pick(words)}(${pick(words)}, ${Math.floor(random() * 100)})`,
    () => `    if ${pick(words)} > ${pick(words)}: return ${pick(words)}[${Math.floor(random() * 9)}]`,
    () => `    for ${pick(words)} in ${pick(words)}(${pick(words)}): ${pick(words)} += ${pick(words)}`,
  ])();
}

const lines = (): string[] => Array.from({ length: 10 + Math.floor(random() * 30) }, line);
const earlier: string[][] = [];
let edited = 0;
const index = new NearDuplicateIndex();
let spentMs = 0;
for (let file = 0; file < count; file++) {
  let body = lines();
  if (earlier.length > 0 && random() < 0.1) {
    body = [...pick(earlier)];
    body[Math.floor(random() * body.length)] = line();
    edited++;
  } else if (earlier.length < 5_000) earlier.push(body);
  const code = `def ${pick(words)}(${pick(words)}):\n    """Does it."""\n${body.join("\n")}\n`;
  const started = performance.now();
  index.add(code);
  spentMs += performance.now() - started;
}
const started = performance.now();
const found = index.groups(0.7).filter((original, number) => original !== number).length;
const groupMs = performance.now() - started;
process.stdout.write(
  `${JSON.stringify({
    files: count,
    "edited copies": edited,
    found,
    "signatures: s": Math.round(spentMs) / 1000,
    "groups: s": Math.round(groupMs) / 1000,
    "files/s": Math.round((1000 * count) / (spentMs + groupMs)),
    "peak memory, MB": Math.round(process.resourceUsage().maxRSS / 1000),
  })}\n`,
);
