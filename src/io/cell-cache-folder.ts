/** Outcomes of programs on tests as one JSON file a program, in folders by the first two digits of its key. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-file.ts";

const cellsSchema = z.record(z.string(), z.string().regex(/^[PFET]$/));
type Cells = Readonly<z.infer<typeof cellsSchema>>;

export function cellCacheFolder(folder: string) {
  const pathOf = (key: string): string => join(folder, key.slice(0, 2), `${key}.json`);
  return {
    /** A file that is damaged or not there counts as empty: its programs are run again. */
    async get(key: string): Promise<Cells> {
      try {
        return cellsSchema.parse(JSON.parse(await readFile(pathOf(key), "utf8")));
      } catch {
        return {};
      }
    },
    put: (key: string, cells: Cells): Promise<void> =>
      writeFileAtomic(pathOf(key), `${JSON.stringify(cells)}\n`),
  };
}
