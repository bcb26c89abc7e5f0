import type { Returns } from "./track-record.js";

/**
 * Returns over a number of days from each of some days.
 *
 * @param rows days to start from
 * @param prices daily, USD, without a gap; a day whose horizon lies after the last of them is not counted
 */
export function returnsOf(rows: readonly number[], prices: readonly number[], horizonDays: number): Returns {
  const returns: number[] = [];
  for (const row of rows) {
    const later = prices[row + horizonDays];
    if (later !== undefined) returns.push(later / (prices[row] as number) - 1);
  }
  returns.sort((a, b) => a - b);
  const days = returns.length;
  const share = (count: number) => (days === 0 ? undefined : count / days);
  return {
    horizonDays,
    days,
    mean: share(returns.reduce((sum, each) => sum + each, 0)),
    p10: quantile(returns, 0.1),
    p25: quantile(returns, 0.25),
    median: quantile(returns, 0.5),
    p75: quantile(returns, 0.75),
    p90: quantile(returns, 0.9),
    up: share(returns.filter((each) => each > 0).length),
  };
}

/**
 * Quantile with linear interpolation between the two nearest values, the least being 0 and the greatest 1: the rule
 * of most spreadsheets (type 7 of Hyndman and Fan 1996).
 *
 * @param sorted lowest first
 */
export function quantile(sorted: readonly number[], share: number): number | undefined {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}
