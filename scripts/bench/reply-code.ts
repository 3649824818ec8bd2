/** How long the program in a reply takes to find, by length and form. `node scripts/bench/run.mjs reply-code` */
import { codeOfReply } from "../../src/model/reply-code.ts";

const TRIES = 50;
const FENCE = "```";

function program(lines: number): string {
  const body = Array.from(
    { length: lines - 2 },
    (_, index) => `    value_${index} = step(${index})  # step ${index}`,
  );
  return ["def long_function():", ...body, "    return value_0"].join("\n");
}

const forms: Record<string, (code: string) => string> = {
  "in a fence, prose around": (code) =>
    `Certainly!\n\n${FENCE}python\n${code}\n${FENCE}\n\nIt does \`this\`.`,
  "fence never closed": (code) => `${FENCE}python\n${code}`,
  "no fence": (code) => code,
  "no fence, prose around": (code) => `Certainly, here it is.\n\n${code}\n\nThis function has many steps.`,
};

for (const [name, wrap] of Object.entries(forms)) {
  for (const lines of [400, 2_000, 8_000]) {
    const reply = wrap(program(lines));
    const times = Array.from({ length: TRIES }, () => {
      const started = performance.now();
      if (codeOfReply(reply) === null) throw new Error(`nothing found: ${name}`);
      return performance.now() - started;
    }).sort((a, b) => a - b);
    const [median = 0, slow = 0] = [times[TRIES / 2], times[Math.floor(TRIES * 0.95)]];
    console.log(
      `${name.padEnd(26)} ${String(lines).padStart(5)} lines: median ${median.toFixed(2)} ms, 95 % below ${slow.toFixed(2)} ms`,
    );
  }
}
