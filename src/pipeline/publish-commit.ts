/** One commit, whatever the connection does: before it is sent again, the head is asked whether it arrived. */
import type { PipelineEvent } from "../contracts/events.ts";
import { ToolkitError } from "../errors.ts";
import type { CommitWish, HubDataset } from "../io/hub-publish.ts";

const TRIES = 4;
const FIRST_WAIT_MS = 1_000;

export interface CommitCare {
  /** Whether everything that is wished for is there at a revision. */
  readonly isThere: (revision: string) => Promise<boolean>;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * The commit that has the files.
 * @throws ToolkitError of the last try; `run-conflict` when somebody else committed meanwhile.
 */
export async function* commitOnce(
  hub: HubDataset,
  wish: CommitWish,
  { isThere, wait }: CommitCare,
): AsyncGenerator<PipelineEvent, string> {
  for (let counter = 1; ; counter++) {
    try {
      return yield* sent(hub, wish);
    } catch (error) {
      if (!(error instanceof ToolkitError) || !error.retryable) throw error;
      yield { type: "note", message: `${error.message}; looking whether it arrived` };
      const head = (await hub.state())?.head ?? wish.parent;
      if (head !== wish.parent) {
        if (await isThere(head)) return head;
        throw error.code === "run-conflict" ? error : conflict(error);
      }
      if (counter >= TRIES) throw error;
      await wait(FIRST_WAIT_MS * 2 ** (counter - 1));
    }
  }
}

async function* sent(hub: HubDataset, wish: CommitWish): AsyncGenerator<PipelineEvent, string> {
  const work = hub.commit(wish);
  for (;;) {
    const step = await work.next();
    if (step.done === true) return step.value;
    yield { type: "note", message: `up: ${step.value}` };
  }
}

function conflict(cause: unknown): ToolkitError {
  return new ToolkitError("run-conflict", "the repository was changed by somebody meanwhile", {
    hint: "Start the same command again: it looks at what is there now.",
    retryable: true,
    cause,
  });
}
