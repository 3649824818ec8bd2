/** A refusal of the Hub in a short code and in words, from the status and the Hub's own error headers. */

export interface Refusal {
  readonly kind: "failed";
  readonly reason: string;
  readonly detail: string;
}

const REASONS: Record<number, string> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  429: "rate-limited",
};

/** Reads the body for the Hub's message. */
export async function refusalOf(response: Response, id: string): Promise<Refusal> {
  const code = response.headers.get("x-error-code");
  const message = response.headers.get("x-error-message") ?? (await bodyMessage(response));
  const reason =
    code === "GatedRepo"
      ? "gated"
      : code === "EntryNotFound"
        ? "no-card"
        : (REASONS[response.status] ?? "fetch-failed");
  const facts = [`HTTP ${response.status}`, code, message].filter((part) => part !== null && part !== "");
  return { kind: "failed", reason, detail: `${id}: ${meaning(reason, message)} (${facts.join(", ")})` };
}

function meaning(reason: string, message: string | null): string {
  if (reason === "gated") return "the repository is gated: accept its terms on the Hub and give a token";
  if (reason === "no-card") return "the repository has no README.md";
  if (reason === "unauthorized") {
    return message?.includes("Invalid") === true
      ? "the token is not valid"
      : "the repository does not exist, is private, or needs a token";
  }
  if (reason === "forbidden") return "access to the repository is refused";
  if (reason === "not-found") return "there is no such repository or revision";
  if (reason === "rate-limited") return "the Hub's quota is used up";
  return "the Hub answered with an error";
}

async function bodyMessage(response: Response): Promise<string | null> {
  const text = (await response.text().catch(() => "")).slice(0, 2_000);
  if (response.headers.get("content-type")?.startsWith("application/json") !== true)
    return text.trim().slice(0, 200) || null;
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return Array.isArray(error) ? error.join("; ") : typeof error === "string" ? error : null;
  } catch {
    return null;
  }
}
