/** What licences ask, and the licence of a whole that is made of rows. Nothing here is legal advice. */
import table from "../../data/licence-terms.json" with { type: "json" };
import { type LicenceTerms, licenceTerms, licenceTermsSchema } from "../contracts/audit.ts";

const termsById = new Map(
  Object.entries(table.terms).flatMap(([terms, ids]) =>
    ids.map((id) => [id.toLowerCase(), licenceTermsSchema.parse(terms)] as const),
  ),
);

/** Terms that forbid to publish rows, or of which nobody knows. */
const BLOCKING: readonly LicenceTerms[] = ["no-derivatives", "unknown"];

/**
 * The terms of an SPDX expression: of `A OR B` the freer ones, of `A AND B` the stricter ones. Null and what is not
 * in the table are unknown.
 */
export function termsOf(licence: string | null): LicenceTerms {
  if (licence === null) return "unknown";
  const choices = licence.split(/\s+OR\s+/i).map((choice) =>
    choice
      .replaceAll(/[()]/g, "")
      .split(/\s+AND\s+/i)
      .map(
        (id) =>
          termsById.get(
            id
              .trim()
              .replace(/\s+WITH\s.*$/i, "")
              .toLowerCase(),
          ) ?? "unknown",
      )
      .reduce(stricter, "permissive"),
  );
  return choices.reduce(
    (freest, terms) => (stricter(freest, terms) === freest ? terms : freest),
    choices[0] ?? "unknown",
  );
}

function stricter(a: LicenceTerms, b: LicenceTerms): LicenceTerms {
  return licenceTerms.indexOf(a) >= licenceTerms.indexOf(b) ? a : b;
}

export interface WholeLicence {
  /** SPDX id when all rows have the same licence; null when they have several. */
  readonly spdx: string | null;
  /** The strictest terms of any row. */
  readonly terms: LicenceTerms;
  readonly licences: readonly {
    readonly licence: string;
    readonly rows: number;
    readonly terms: LicenceTerms;
  }[];
  /** Why it must not be published without an explicit override; empty when it may. */
  readonly blocking: readonly string[];
}

/** The licence of a dataset from the licences of its rows ("unknown" for none). */
export function wholeLicence(rowsByLicence: Readonly<Record<string, number>>): WholeLicence {
  const licences = Object.entries(rowsByLicence)
    .map(([licence, rows]) => ({ licence, rows, terms: termsOf(licence === "unknown" ? null : licence) }))
    .toSorted((a, b) => b.rows - a.rows || (a.licence < b.licence ? -1 : 1));
  const blocking = licences
    .filter(({ terms }) => BLOCKING.includes(terms))
    .map(({ licence, rows, terms }) =>
      terms === "unknown"
        ? `${rows} rows: the terms of ${licence === "unknown" ? "their source" : licence} are not known`
        : `${rows} rows: ${licence} forbids derived works`,
    );
  const [only] = licences;
  const terms = licences.map((entry) => entry.terms).reduce(stricter, "permissive");
  const spdx =
    licences.length === 1 && only !== undefined && only.licence !== "unknown" ? only.licence : null;
  return { spdx, terms: licences.length === 0 ? "unknown" : terms, licences, blocking };
}
