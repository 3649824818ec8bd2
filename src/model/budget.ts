/**
 * A hard budget shared by everything that calls models. Before a call its highest possible cost is reserved; after it
 * the true cost is booked. So the sum of what is booked and what is in flight never passes the limit.
 */
import { ToolkitError } from "../errors.ts";

export interface Reservation {
  /** Books what the call really cost and frees the rest. */
  settle(costUsd: number): void;
}

export class Budget {
  private booked = 0;
  private reserved = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param limitUsd Null for no limit. */
  constructor(
    readonly limitUsd: number | null,
    spentEarlierUsd = 0,
  ) {
    this.booked = spentEarlierUsd;
  }

  get spentUsd(): number {
    return this.booked;
  }

  /**
   * @param highestUsd What the call can cost at most; null when the price is unknown.
   * Waits while only calls in flight stand in the way: they nearly always cost less than reserved.
   * @throws ToolkitError `budget-exhausted` when it does not fit, or when a limit is set and the price is unknown.
   */
  async reserve(highestUsd: number | null): Promise<Reservation> {
    if (this.limitUsd !== null) await this.fit(this.limitUsd, highestUsd);
    const amount = highestUsd ?? 0;
    this.reserved += amount;
    let open = true;
    return {
      settle: (costUsd) => {
        if (!open) return;
        open = false;
        this.reserved -= amount;
        this.booked += costUsd;
        for (const wake of this.waiting.splice(0)) wake();
      },
    };
  }

  private async fit(limitUsd: number, highestUsd: number | null): Promise<void> {
    if (highestUsd === null) {
      throw new ToolkitError("budget-exhausted", "a budget is set, but the model's price is unknown", {
        hint: "Give the price under `prices` in codergen.yaml, or leave --budget out.",
      });
    }
    while (this.booked + highestUsd <= limitUsd) {
      if (this.booked + this.reserved + highestUsd <= limitUsd) return;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    const spent = this.booked.toFixed(4);
    throw new ToolkitError(
      "budget-exhausted",
      `the budget of $${limitUsd} is used up: $${spent} spent, and the next call may cost $${highestUsd.toFixed(4)}`,
      {
        hint: "Everything finished is kept; start again with a larger --budget to continue.",
      },
    );
  }
}
