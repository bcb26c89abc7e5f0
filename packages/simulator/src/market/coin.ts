/** One coin's market: its price at any instant, and its candles on one venue. */

import { DAY_MS } from "./calendar.js";
import { anchorsOf, dayPath, type Landmark, momentPath } from "./price-path.js";

/** The price of one coin at any instant. */
export interface Coin {
  /** The first instant with a price, milliseconds since 1970. */
  readonly firstMs: number;
  /** USD at an instant; the instant must not be before the first. */
  priceAt(ms: number): number;
  /** USD at the end (24:00 UTC) of a day. */
  closeOf(day: number): number;
}

interface CoinSpec {
  readonly seed: number;
  readonly landmarks: readonly Landmark[];
  /** Part of the daily moves shared with the whole market, 0..1. */
  readonly commonShare: number;
  /** Size of a usual daily move on a day, in log units. */
  volatility(day: number): number;
}

export function coin(spec: CoinSpec): Coin {
  const days = dayPath({ ...spec, anchors: anchorsOf(spec.landmarks) });
  const logAt = momentPath({ ...spec, days });
  return {
    firstMs: days.firstDay * DAY_MS,
    priceAt: (ms) => Math.exp(logAt(ms)),
    closeOf: (day) => Math.exp(days.openLog(day + 1)),
  };
}

/** One coin as one exchange shows it, from its listing on. */
export interface VenueCoin {
  /** The first instant the exchange has a price, milliseconds since 1970. */
  readonly firstMs: number;
  priceAt(ms: number): number;
  /** What was traded in a period up to now; undefined when it has not begun or ends before the first price. */
  candle(period: Period): Candle | undefined;
}

/** A period that opens at an instant and lasts so long, as it looks now. All milliseconds. */
interface Period {
  readonly openMs: number;
  readonly lengthMs: number;
  readonly nowMs: number;
}

/** The price in USD at both ends of a period, and the higher and the lower of the two: nobody reads how far it strayed. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A price as an exchange shows it: its ticker, hours and days agree with each other. */
export function venueCoin({ firstMs, priceAt }: Pick<VenueCoin, "firstMs" | "priceAt">): VenueCoin {
  return {
    firstMs,
    priceAt,
    candle({ openMs, lengthMs, nowMs }) {
      const from = Math.max(openMs, firstMs);
      const to = Math.min(openMs + lengthMs, nowMs);
      if (to <= from) return undefined;
      const [open, close] = [priceAt(from), priceAt(to)];
      return { open, high: Math.max(open, close), low: Math.min(open, close), close };
    },
  };
}

/**
 * A coin of the market on an exchange.
 *
 * @param from first listed day, `YYYY-MM-DD`
 * @param factor price there over price of the market: 1.0001 is one basis point above it
 */
export function listed(coin: Coin, from: string, factor: number): VenueCoin {
  const firstMs = Math.max(coin.firstMs, Date.parse(`${from}T00:00:00Z`));
  return venueCoin({ firstMs, priceAt: (ms) => coin.priceAt(ms) * factor });
}
