/** What methods ask for one document: the parts that several have in common. */
import type { PlannedCall } from "../../contracts/generator.ts";

/** A question that is asked once. */
export function once(role: PlannedCall["role"], promptId: string): PlannedCall {
  return { role, promptId, least: 1, most: 1 };
}

/** A question that is asked up to `most` times. */
export function upTo(most: number, role: PlannedCall["role"], promptId: string): PlannedCall {
  return { role, promptId, least: 0, most };
}

/** Rounds of feedback, by turns to the writer of the code and of the tests. */
export function feedbackCalls(rounds: number): PlannedCall[] {
  return [
    upTo(Math.ceil(rounds / 2), "writer", "generate/fix-code"),
    upTo(Math.floor(rounds / 2), "test-writer", "generate/fix-tests"),
  ];
}

/** A task by pieces. */
export const pieceCalls: readonly PlannedCall[] = [
  once("writer", "generate/requirement"),
  once("writer", "generate/signature"),
  once("writer", "generate/implementation"),
  once("test-writer", "generate/tests"),
];
