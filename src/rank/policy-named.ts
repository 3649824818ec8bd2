/** Policies by name; TiCoder's own spelling with underscores is understood. */
import { ToolkitError } from "../errors.ts";
import { nearestName } from "../util/nearest.ts";
import type { CandidatePolicy } from "./candidate-policy.ts";
import { candidatePolicies } from "./candidate-policies/index.ts";
import type { TestPolicy } from "./test-policy.ts";
import { testPolicies } from "./test-policies/index.ts";

/** @throws ToolkitError `usage` with the nearest name and the choices. */
export function testPolicyNamed(name: string): TestPolicy {
  return named(testPolicies, name, "test policy");
}

/** @throws ToolkitError `usage` with the nearest name and the choices. */
export function candidatePolicyNamed(name: string): CandidatePolicy {
  return named(candidatePolicies, name, "candidate policy");
}

function named<Policy>(policies: Readonly<Record<string, Policy>>, name: string, what: string): Policy {
  const key = name === "none" ? "input-order" : name.toLowerCase().replaceAll("_", "-");
  const found = Object.hasOwn(policies, key) ? policies[key] : undefined;
  if (found !== undefined) return found;
  const nearest = nearestName(key, Object.keys(policies));
  throw new ToolkitError("usage", `there is no ${what} named "${name}"`, {
    hint: `${nearest === null ? "" : `Did you mean "${nearest}"? `}Choices: ${Object.keys(policies).join(", ")}.`,
  });
}
