/** Shared by the tests of the Hub client. */
import type { Listed } from "../../src/contracts/source.ts";
import { huggingface } from "../../scrapers/huggingface/index.ts";
import type { TestServer } from "./hub-server.ts";
import { collect, testContext, type TestContext } from "./support.ts";

/** An entry as the Hub gives it. */
export function model(id: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: `id-${id}`,
    id,
    private: false,
    likes: 1,
    downloads: 10,
    gated: false,
    tags: ["text-classification"],
    sha: `sha-${id.length}`,
    ...more,
  };
}

/** What the source lists from a server on this machine. */
export async function listHub(
  server: TestServer,
  options: Record<string, unknown> = {},
  context: TestContext = testContext(),
): Promise<Listed[]> {
  return collect(
    huggingface.list(huggingface.options.parse({ hubUrl: server.url, concurrency: 2, ...options }), context),
  );
}
