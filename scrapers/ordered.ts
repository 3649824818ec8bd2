/** Concurrency that keeps order and a bound: results come as the inputs came, few are in flight. */

/** Runs `task` on up to `concurrency` items at once and yields the results in input order. */
export async function* mapOrdered<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  concurrency: number,
  task: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const inFlight: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      const running = task(item);
      running.catch(() => {});
      inFlight.push(running);
      const head = inFlight.length >= concurrency ? inFlight.shift() : undefined;
      if (head !== undefined) yield await head;
    }
    for (let head = inFlight.shift(); head !== undefined; head = inFlight.shift()) yield await head;
  } finally {
    await Promise.allSettled(inFlight);
  }
}
