/** Options and listing that the Markdown hubs (`torchhub`, `tfhub`) share: a folder, or addresses. */
import { z } from "zod";
import type { ListContext, Listed, Page } from "../../src/contracts/source.ts";
import { ToolkitError } from "../../src/errors.ts";
import { listFolder } from "../folder.ts";

export const hubPagesOptions = z.strictObject({
  from: z.string().optional().describe("folder of pages (.md)"),
  url: z.array(z.string()).default([]).describe("addresses of pages, absolute or relative to --base"),
  base: z.url().optional().describe("address that relative ones are resolved against"),
  intervalMs: z.coerce
    .number()
    .int()
    .nonnegative()
    .default(500)
    .describe("milliseconds between two requests"),
});
export type HubPagesOptions = z.infer<typeof hubPagesOptions>;

/** @throws ToolkitError when neither a folder nor an address is given, or the folder is not there. */
export async function* listHubPages(
  options: HubPagesOptions,
  context: ListContext,
  describe: (input: string) => Partial<Pick<Page, "url">>,
): AsyncGenerator<Listed> {
  if (options.from !== undefined) {
    yield* listFolder({ from: options.from, extensions: [".md", ".markdown", ".txt"], describe }, context);
  } else if (options.url.length > 0) {
    const { listUrls } = await import("../fetch-pages.ts");
    yield* listUrls({ urls: options.url, base: options.base, intervalMs: options.intervalMs }, context);
  } else {
    throw new ToolkitError("usage", "No pages are named.", {
      hint: "Give a folder with --from, or addresses with --url.",
    });
  }
}

/** Last part of a path or address without its ending. */
export function stemOf(input: string): string {
  const last =
    input
      .split(/[?#]/, 1)[0]
      ?.split("/")
      .findLast((part) => part !== "") ?? input;
  return last.replace(/\.(md|markdown|txt|html?)$/i, "");
}
