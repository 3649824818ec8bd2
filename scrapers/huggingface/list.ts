/** Pages of the source `huggingface`: a folder of cards, named repositories, or a search on the Hub. */
import type { ListContext, Listed } from "../../src/contracts/source.ts";
import { ToolkitError } from "../../src/errors.ts";
import { HubApiError } from "@huggingface/hub";
import { asFailure } from "../../src/io/http.ts";
import { listFolder } from "../folder.ts";
import { toJsonObject } from "../json-value.ts";
import { mapOrdered } from "../ordered.ts";
import { createHubClient, type HubClient, type ModelFacts } from "./hub-client.ts";
import type { HuggingfaceOptions } from "./options.ts";
import type { Refusal } from "./refusal.ts";
import { repositoryOf } from "./repository-name.ts";

/** @throws ToolkitError when the folder or the first page of the search cannot be had. */
export async function* listHuggingface(
  options: HuggingfaceOptions,
  context: ListContext,
): AsyncGenerator<Listed> {
  if (options.from !== undefined) {
    const describe = (input: string) => ({ url: repositoryOf(input).url });
    yield* listFolder({ from: options.from, extensions: [".md", ".markdown"], describe }, context);
    return;
  }
  const client = createHubClient(options, context);
  try {
    const wanted =
      options.id.length > 0 ? options.id.slice(0, options.limit).map(asWanted) : searched(client);
    yield* mapOrdered(wanted, options.concurrency, (item) => fetchCard(item, client, options, context));
  } finally {
    await client.close();
  }
}

type Wanted = { readonly input: string; readonly facts: ModelFacts | null } | { readonly failure: Listed };

function asWanted(id: string): Wanted {
  return { input: id, facts: null };
}

async function* searched(client: HubClient): AsyncGenerator<Wanted> {
  let count = 0;
  try {
    for await (const facts of client.search()) {
      count += 1;
      yield { input: facts.id, facts };
    }
  } catch (error) {
    if (count === 0) throw searchError(error);
    const detail = `The search broke off after ${count} repositories: ${searchError(error).message}`;
    yield { failure: { kind: "failed", input: `search:after-${count}`, reason: "search-cut", detail } };
  }
}

function searchError(error: unknown): ToolkitError {
  if (error instanceof ToolkitError) return error;
  if (error instanceof HubApiError) {
    const code =
      error.statusCode === 401 || error.statusCode === 403
        ? "unauthorized"
        : error.statusCode === 429
          ? "rate-limited"
          : "http-failed";
    return new ToolkitError(code, `The Hub refused the search: ${error.message}`, {
      hint:
        code === "unauthorized"
          ? "Check the token (it starts with hf_)."
          : "Try again later, or with fewer filters.",
      retryable: code !== "unauthorized",
      cause: error,
    });
  }
  return new ToolkitError(
    "http-failed",
    `The Hub cannot be searched: ${asFailure(error, "the Hub").message}`,
    {
      hint: "Check the network and --hub-url, or read a folder of cards with --from.",
      retryable: true,
      cause: error,
    },
  );
}

async function fetchCard(
  item: Wanted,
  client: HubClient,
  options: HuggingfaceOptions,
  context: ListContext,
): Promise<Listed> {
  if ("failure" in item) return item.failure;
  const { input } = item;
  const facts = hasRevision(item.facts) ? item.facts : await client.details(input);
  if (isRefusal(facts)) return { ...facts, input };
  const sha = facts.sha ?? "main";
  const known = context.known(input);
  const answer = await client.card(facts.id, sha, known?.etag ?? null);
  if (answer.kind === "failed") return { ...(gatedRefusal(facts, answer) ?? answer), input };
  if (answer.kind === "unchanged") return { kind: "unchanged", input };
  const metadata = toJsonObject({ ...facts, requestedId: input });
  if (facts.id !== input) context.note(`${input} is now called ${facts.id}`);
  const url = `${options.hubUrl.replace(/\/+$/, "")}/${facts.id}`;
  return {
    kind: "page",
    page: {
      input,
      url,
      revision: facts.sha ?? answer.revision,
      etag: answer.etag,
      bytes: answer.bytes,
      metadata,
    },
  };
}

function hasRevision(facts: ModelFacts | null): facts is ModelFacts {
  return typeof facts?.sha === "string";
}

function isRefusal(value: ModelFacts | Refusal): value is Refusal {
  return "kind" in value && value["kind"] === "failed";
}

/** A 401 or 403 for the card of a repository that says it is gated means the gate. */
function gatedRefusal(facts: ModelFacts, refusal: Refusal): Refusal | null {
  const gated = facts.gated === "auto" || facts.gated === "manual" || facts.gated === true;
  if (!gated || !["unauthorized", "forbidden"].includes(refusal.reason)) return null;
  return {
    kind: "failed",
    reason: "gated",
    detail: `${refusal.detail}; the repository is gated (${String(facts.gated)})`,
  };
}
