/** Bounded concurrency with back-pressure: at most `concurrency` inputs are in work, results come as they end. */
import PQueue from "p-queue";

/**
 * Runs `work` over `inputs` and yields results in the order they finish. The first error stops the rest and is
 * thrown; results finished before are yielded first.
 */
export async function* runBounded<Input, Result>(
  inputs: AsyncIterable<Input>,
  concurrency: number,
  work: (input: Input) => Promise<Result>,
): AsyncGenerator<Result> {
  const queue = new PQueue({ concurrency });
  const finished: Result[] = [];
  let failure: { error: unknown } | null = null;
  let stopped = false;
  let wake = (): void => undefined;
  const settle = (): void => wake();
  const feeding = (async () => {
    for await (const input of inputs) {
      if (failure !== null || stopped) break;
      void queue
        .add(() => work(input))
        .then((result) => finished.push(result))
        .catch((error: unknown) => (failure ??= { error }))
        .finally(settle);
      await queue.onSizeLessThan(1);
    }
    await queue.onIdle();
  })().catch((error: unknown) => (failure ??= { error }));
  let fed = false;
  void feeding.finally(() => {
    fed = true;
    settle();
  });
  try {
    for (;;) {
      yield* finished.splice(0);
      if (failure !== null) throw (failure as { error: unknown }).error;
      if (fed && finished.length === 0) return;
      if (finished.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (finished.length > 0 || fed || failure !== null) resolve();
        });
      }
    }
  } finally {
    stopped = true; // the reader left early: take no more inputs
  }
}
