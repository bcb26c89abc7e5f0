/**
 * Quantile with linear interpolation between the two nearest values, the least being 0 and the greatest 1: the rule of
 * most spreadsheets (type 7 of Hyndman and Fan 1996).
 *
 * @param sorted lowest first
 */
export function quantile(sorted: readonly number[], share: number): number | undefined {
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}
