import type { Candle } from "./candle.js";
import type { Coin, Period } from "./coin.js";

/** One coin as one exchange shows it: the market's path times a small constant of its own, from its listing on. */
export interface VenueCoin {
  /** The first instant the exchange has a price, milliseconds since 1970. */
  readonly firstMs: number;
  priceAt(ms: number): number;
  candle(period: Period): Candle | undefined;
}

export interface VenueTerms {
  /** First listed day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Price here over price of the market: 1.0001 is one basis point above it. */
  readonly factor: number;
}

/** A constant factor keeps an exchange's ticker, hours and days in agreement with each other. */
export function venueCoin(coin: Coin, terms: VenueTerms): VenueCoin {
  const firstMs = Math.max(coin.firstMs, Date.parse(`${terms.from}T00:00:00Z`));
  return {
    firstMs,
    priceAt: (ms) => coin.priceAt(ms) * terms.factor,
    candle: (period) => {
      const candle = period.openMs + period.lengthMs <= firstMs ? undefined : coin.candle(period);
      return candle === undefined ? undefined : scaled(candle, terms.factor);
    },
  };
}

function scaled(candle: Candle, factor: number): Candle {
  return {
    ...candle,
    open: candle.open * factor,
    high: candle.high * factor,
    low: candle.low * factor,
    close: candle.close * factor,
  };
}
