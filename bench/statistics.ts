/** Medians, quantiles and paired ratios of samples. */

/** The middle and the ends of some samples. */
export interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** @throws RangeError without any sample */
export function summarize(samples: readonly number[]): Summary {
  return {
    median: quantile(samples, 0.5),
    min: quantile(samples, 0),
    max: quantile(samples, 1),
    count: samples.length,
  };
}

/**
 * Linear between the two nearest samples.
 *
 * @param p 0 for the minimum, 0.5 for the median, 1 for the maximum
 * @throws RangeError without any sample
 */
export function quantile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) throw new RangeError("no samples");
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Each sample over the one measured beside it, so that a slow moment of the machine counts on both sides. A pair in
 * which nothing was measured, because the machine stood still, has no ratio and is left out.
 */
export function pairedRatios(numerators: readonly number[], denominators: readonly number[]): number[] {
  if (numerators.length !== denominators.length) throw new RangeError("samples do not pair up");
  return numerators.map((sample, i) => sample / (denominators[i] ?? Number.NaN)).filter(Number.isFinite);
}

/** How far the middle half of ratios that should be 1 lies from 1: the noise of the machine at that time. */
export function noiseOf(ratios: readonly number[]): number {
  return Math.max(Math.abs(quantile(ratios, 0.25) - 1), Math.abs(quantile(ratios, 0.75) - 1));
}
