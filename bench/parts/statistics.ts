/** The middle and the ends of some samples. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly count: number;
}

/** @throws RangeError without any sample */
export function spreadOf(samples: readonly number[]): Spread {
  return {
    median: quantile(samples, 0.5),
    least: quantile(samples, 0),
    most: quantile(samples, 1),
    count: samples.length,
  };
}

/**
 * Linear between the two nearest samples.
 *
 * @param share 0 for the least, 0.5 for the median, 1 for the most
 * @throws RangeError without any sample
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new RangeError("no samples");
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * Each sample over the one measured beside it, so that a slow moment of the machine counts on both sides. A pair in
 * which nothing was measured, because the machine stood still, has no ratio and is left out.
 */
export function pairwise(above: readonly number[], below: readonly number[]): number[] {
  if (above.length !== below.length) throw new RangeError("samples do not pair up");
  return above.map((sample, i) => sample / (below[i] ?? Number.NaN)).filter(Number.isFinite);
}

/** How far the middle half of ratios that should be 1 lies from 1: the noise of the machine at that time. */
export function noiseOf(ratios: readonly number[]): number {
  return Math.max(Math.abs(quantile(ratios, 0.25) - 1), Math.abs(quantile(ratios, 0.75) - 1));
}
