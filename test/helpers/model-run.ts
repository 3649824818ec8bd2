/** Whole runs of the library with a scripted model. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type ConfigInput, type Summary } from "../../src/index.ts";

/** A configuration for documents that the scripted answers are about. */
export async function numberRun(
  folder: string,
  baseUrl: string,
  options: {
    readonly documents?: number;
    readonly model?: Record<string, unknown>;
    readonly text?: string;
  } = {},
): Promise<ConfigInput> {
  const { documents = 6, text = "is about adding a number." } = options;
  const rows = Array.from({ length: documents }, (_, index) =>
    JSON.stringify({ title: `add-${index + 1}`, text: `Page add-${index + 1} ${text}` }),
  );
  const from = join(folder, "pages.jsonl");
  await writeFile(from, `${rows.join("\n")}\n`);
  return {
    name: "scripted",
    out: join(folder, "run"),
    cacheDir: join(folder, "cache"),
    sources: [{ source: "jsonl", from, columns: { name: "title", description: "text" } }],
    model: { name: "scripted", baseUrl, ...options.model },
    verify: { reruns: 1 },
  };
}

/** Drains a build; returns its summary. */
export async function buildAll(config: ConfigInput): Promise<Summary> {
  const work = build(config);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
  }
}
