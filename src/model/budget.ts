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
   * @throws ToolkitError `budget-exhausted` when it does not fit, or when a limit is set and the price is unknown.
   */
  reserve(highestUsd: number | null): Reservation {
    if (this.limitUsd !== null) this.check(this.limitUsd, highestUsd);
    const amount = highestUsd ?? 0;
    this.reserved += amount;
    let open = true;
    return {
      settle: (costUsd) => {
        if (!open) return;
        open = false;
        this.reserved -= amount;
        this.booked += costUsd;
      },
    };
  }

  private check(limitUsd: number, highestUsd: number | null): void {
    if (highestUsd === null) {
      throw new ToolkitError("budget-exhausted", "a budget is set, but the model's price is unknown", {
        hint: "Give the price under `prices` in codergen.yaml, or leave --budget out.",
      });
    }
    if (this.booked + this.reserved + highestUsd <= limitUsd) return;
    const spent = this.booked.toFixed(4);
    throw new ToolkitError("budget-exhausted", `the budget of $${limitUsd} is used up: $${spent} spent`, {
      hint: "Everything finished is kept; start again with a larger --budget to continue.",
    });
  }
}
