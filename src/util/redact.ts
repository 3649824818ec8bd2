/** Removes credentials from text that is about to be printed, logged or stored. */

const SECRET_PATTERNS: readonly RegExp[] = [
  /\bhf_[A-Za-z0-9]{16,}\b/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}\b/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /(?<=\bBearer\s+)[A-Za-z0-9._~+/-]{8,}=*/gi,
  /(?<=\/\/)[^\s/:@]+:[^\s/@]+(?=@)/g,
];

/** `text` with tokens of known vendors, bearer tokens and URL passwords replaced by `[redacted]`. */
export function redactSecrets(text: string): string {
  return SECRET_PATTERNS.reduce((current, pattern) => current.replaceAll(pattern, "[redacted]"), text);
}
