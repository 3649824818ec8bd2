/** What a model would cost, before it is asked. */
import type { Estimate } from "../index.ts";
import { printJson, printResult } from "./output.ts";

/** Intervals by model, for a person or as one JSON line. */
export function printEstimate(estimate: Estimate, json: boolean): void {
  if (json) {
    printJson({ type: "estimate", ...estimate });
    return;
  }
  const { documents, generator, models, costUsd } = estimate;
  printResult(`\n${documents} documents by "${generator}":`);
  for (const line of models) {
    const cost = line.costUsd === null ? "cost unknown: no price for it" : dollars(line.costUsd);
    printResult(
      `  ${line.model}: ${range(line.calls)} calls, ${range(line.promptTokens)} prompt and ${range(line.completionTokens)} completion tokens, ${cost}`,
    );
  }
  const total =
    costUsd === null ? "unknown (give the price under `prices` in codergen.yaml)" : dollars(costUsd);
  printResult(`  in all: ${total}`);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function range({ low, high }: Range): string {
  return low === high ? String(low) : `${low}–${high}`;
}

function dollars({ low, high }: Range): string {
  const digits = high < 0.1 ? 4 : 2;
  return `$${low.toFixed(digits)}–$${high.toFixed(digits)}`;
}
