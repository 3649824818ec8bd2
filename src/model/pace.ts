/** A limit a minute, evenly spread: each taking moves the next start on by what it took. */
export class Pace {
  private nextStartAt = Number.NEGATIVE_INFINITY;

  /** @param perMinute Null for no limit. */
  constructor(private readonly perMinute: number | null) {}

  /** Takes `amount`; returns when it may start, ms. */
  take(amount: number, now: number): number {
    if (this.perMinute === null) return now;
    const startAt = Math.max(now, this.nextStartAt);
    this.nextStartAt = startAt + (amount * 60_000) / this.perMinute;
    return startAt;
  }

  /** Returns what was taken and not used. */
  giveBack(amount: number): void {
    if (this.perMinute !== null) this.nextStartAt -= (amount * 60_000) / this.perMinute;
  }
}
