/** A person who answers as the oracle would, but errs, skips, or has enough at some point. */
import { z } from "zod";
import { ToolkitError } from "../errors.ts";
import type { Verdict } from "./prune.ts";

export const simulatedUserSchema = z.strictObject({
  /** Chance that a yes becomes a no, and the other way round. */
  errors: z.number().min(0).max(1).default(0),
  skips: z.number().min(0).max(1).default(0),
  /** Chance before every question that no more is answered. */
  stops: z.number().min(0).max(1).default(0),
});
export type SimulatedUser = z.infer<typeof simulatedUserSchema>;

/** What the user says; "quit" for having enough. Draws three numbers whatever comes of it. */
export function simulateAnswer(truth: Verdict, user: SimulatedUser, random: () => number): Verdict | "quit" {
  const [stops, skips, errs] = [random() < user.stops, random() < user.skips, random() < user.errors];
  if (stops) return "quit";
  if (skips || truth === "skip") return "skip";
  if (!errs) return truth;
  return truth === "yes" ? "no" : "yes";
}

const NAMED = /^(errors|skips|stops)=(\d+(?:\.\d+)?)%?$/;

/**
 * From "perfect", or such as "errors=10%,skips=20%".
 * @throws ToolkitError `usage`.
 */
export function parseSimulatedUser(text: string): SimulatedUser {
  const user: Record<string, number> = {};
  for (const part of text === "perfect" ? [] : text.split(",")) {
    const [, name, number] = NAMED.exec(part.trim()) ?? [];
    const share = Number(number) / (part.includes("%") ? 100 : 1);
    if (name === undefined || share > 1) {
      throw new ToolkitError("usage", `not a simulated user: "${text}"`, {
        hint: 'Give "perfect", or errors, skips and stops as shares, such as errors=10%,skips=20%.',
      });
    }
    user[name] = share;
  }
  return simulatedUserSchema.parse(user);
}
