/** What one period traded: prices in USD, volume in coins, trades counted. */
export interface Candle {
  /** When the period opens, milliseconds since 1970. */
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly trades: number;
}

/** The candle of several neighboring periods, oldest first; undefined for none. */
export function joined(candles: readonly Candle[]): Candle | undefined {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined) return undefined;
  let { high, low, volume, trades } = first;
  for (const candle of candles.slice(1)) {
    high = Math.max(high, candle.high);
    low = Math.min(low, candle.low);
    volume += candle.volume;
    trades += candle.trades;
  }
  return { openMs: first.openMs, open: first.open, high, low, close: last.close, volume, trades };
}

/** Volume-weighted mean price as exchanges state it; here the mean of the four corners, which lies between low and high. */
export function meanPrice(candle: Candle): number {
  return (candle.open + candle.high + candle.low + candle.close) / 4;
}
