import type { Api } from "../../src/contracts/document.ts";

/** A signature as a generator marks it, before its parameters are read. */
export interface MarkedApi {
  readonly kind: Api["kind"];
  readonly module: string | null;
  readonly qualifiedName: string;
  /** With its parentheses; null when the page shows none. */
  readonly signature: string | null;
  /** Texts by parameter name. */
  readonly descriptions: ReadonlyMap<string, string>;
  readonly returns: string | null;
  readonly raises: Api["raises"];
}
