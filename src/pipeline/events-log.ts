/** Passes a stage's events on and writes each to the run's log first. */
import type { PipelineEvent } from "../contracts/events.ts";
import type { RunStore } from "../io/run-store.ts";

export async function* logged(
  store: RunStore,
  events: AsyncIterable<PipelineEvent>,
  clock: () => Date,
): AsyncGenerator<PipelineEvent> {
  for await (const event of events) {
    await store.logEvent(event, clock());
    yield event;
  }
}
