/**
 * Statistics of evaluations: pass@k, pass^k, means with intervals. Chance is a parameter: `seededRandom` gives
 * the same intervals for the same data. What is not defined is null, never 0 and never 1.
 */

/**
 * Unbiased estimate of the chance that at least one of `k` samples passes, 1 − C(n−c, k)/C(n, k).
 * Null when fewer than `k` samples were graded. Source: Chen et al., "Evaluating Large Language Models Trained on Code".
 */
export function passAtK(samples: number, correct: number, k: number): number | null {
  checkCounts(samples, correct, k);
  if (samples < k) return null;
  return 1 - ratioOfChoices(samples - correct, samples, k);
}

/**
 * Chance that all of `k` samples pass, C(c, k)/C(n, k); null when fewer than `k` samples were graded.
 * Source: Yao et al., "tau-bench".
 */
export function passHatK(samples: number, correct: number, k: number): number | null {
  checkCounts(samples, correct, k);
  if (samples < k) return null;
  return ratioOfChoices(correct, samples, k);
}

/** C(few, k)/C(many, k) as a product, so that no large number arises. */
function ratioOfChoices(few: number, many: number, k: number): number {
  if (few < k) return 0;
  let ratio = 1;
  for (let i = 0; i < k; i++) ratio *= (few - i) / (many - i);
  return ratio;
}

function checkCounts(samples: number, correct: number, k: number): void {
  const whole = [samples, correct, k].every(Number.isInteger);
  if (!whole || samples < 0 || correct < 0 || correct > samples || k < 1)
    throw new RangeError(
      `pass@k needs whole numbers 0 ≤ c ≤ n and k ≥ 1, not n=${samples}, c=${correct}, k=${k}`,
    );
}

/** Mean; null of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Uniform numbers in [0, 1) from a seed (mulberry32): the same everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface BootstrapOptions {
  /** Draws (2,000). */
  readonly draws?: number;
  /** Share of draws inside the interval (0.95). */
  readonly confidence?: number;
  readonly random: () => number;
}

/**
 * Percentile bootstrap of a mean where observations of one cluster go together (tasks of one document).
 * Null when there are fewer than two clusters: chance cannot be told from them.
 */
export function clusteredInterval(
  observations: readonly { readonly cluster: string; readonly value: number }[],
  options: BootstrapOptions,
): Interval | null {
  const clusters = new Map<string, { sum: number; count: number }>();
  for (const { cluster, value } of observations) {
    const entry = clusters.get(cluster) ?? { sum: 0, count: 0 };
    entry.sum += value;
    entry.count++;
    clusters.set(cluster, entry);
  }
  return groupedInterval([...clusters.values()], options);
}

/** What the observations of one cluster add up to. */
export interface ClusterSum {
  readonly sum: number;
  readonly count: number;
}

/** As `clusteredInterval`, from sums that were made before; null with fewer than two clusters that have observations. */
export function groupedInterval(groups: readonly ClusterSum[], options: BootstrapOptions): Interval | null {
  const means = bootstrapMeans(groups, options);
  return means === null ? null : percentiles(means, options.confidence ?? 0.95);
}

function bootstrapMeans(groups: readonly ClusterSum[], { draws = 2_000, random }: BootstrapOptions) {
  const filled = groups.filter(({ count }) => count > 0);
  if (filled.length < 2) return null;
  return Array.from({ length: draws }, () => {
    let sum = 0;
    let count = 0;
    for (let i = 0; i < filled.length; i++) {
      const group = filled[Math.floor(random() * filled.length)] ?? { sum: 0, count: 0 };
      sum += group.sum;
      count += group.count;
    }
    return sum / count;
  });
}

/** Two measurements of one thing: a task's solve rate by two models. */
export interface Pair {
  readonly cluster: string;
  readonly first: number;
  readonly second: number;
}

export interface PairedDifference {
  /** Mean of second − first; null of nothing. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  /** Share of draws in which the second's mean is higher, ties counted half; null with fewer than two clusters. */
  readonly probabilitySecondBetter: number | null;
}

/** Paired bootstrap over clusters: both measurements of a pair are always drawn together. */
export function pairedBootstrap(pairs: readonly Pair[], options: BootstrapOptions): PairedDifference {
  const clusters = new Map<string, { sum: number; count: number }>();
  for (const { cluster, first, second } of pairs) {
    const entry = clusters.get(cluster) ?? { sum: 0, count: 0 };
    entry.sum += second - first;
    entry.count++;
    clusters.set(cluster, entry);
  }
  const difference = mean(pairs.map(({ first, second }) => second - first));
  const means = bootstrapMeans([...clusters.values()], options);
  if (means === null) return { difference, interval: null, probabilitySecondBetter: null };
  const better = means.reduce((sum, value) => sum + (value > 0 ? 1 : value === 0 ? 0.5 : 0), 0);
  const interval = percentiles(means, options.confidence ?? 0.95);
  return { difference, interval, probabilitySecondBetter: better / means.length };
}

function percentiles(values: number[], confidence: number): Interval {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { low: at((1 - confidence) / 2), high: at((1 + confidence) / 2) };
}
