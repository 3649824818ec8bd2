/** Requirement sets in one normal form, whether they name distributions or modules. */
import { distributionOf, normaliseRequirements } from "../src/python/distributions.ts";

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*/;

/** `sklearn>=1` as `scikit-learn>=1`; nothing for the standard library. */
function withDistributionName(requirement: string): string[] {
  const text = requirement.trim();
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return [];
  const distribution = distributionOf(name);
  if (distribution === null) return [];
  const isGuess = name.includes(".") && name.startsWith(`${distribution}.`);
  return [(isGuess ? name : distribution) + text.slice(name.length)];
}

/** Sorted requirements by distribution, without repeats and without what comes with Python. */
export function requirementSet(requirements: readonly string[]): string[] {
  return normaliseRequirements(requirements.flatMap(withDistributionName));
}
