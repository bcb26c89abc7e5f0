// One coin's market: its price at any instant and its candles, on the whole market or on one venue.

import { DAY_MS, dayOf, HOUR_MS } from "./calendar.js";
import { chance } from "./noise.js";
import { anchorsOf, dayPath, type HourPath, hourPath, type Landmark, strayAllowed } from "./price-path.js";

/** One coin's market: the price at any instant, and candles of any period cut from the same path. */
export interface Coin {
  /** The first instant with a price, milliseconds since 1970. */
  readonly firstMs: number;
  /** USD at an instant; the instant must not be before the first. */
  priceAt(ms: number): number;
  /** USD at the end (24:00 UTC) of a day. */
  closeOf(day: number): number;
  /** What was traded in a period up to now; undefined when it has not begun or ends before the first price. */
  candle(period: Period): Candle | undefined;
}

/** A period that opens at an instant and lasts so long, as it looks now. All milliseconds; lengths are whole minutes, from an hour on whole hours. */
export interface Period {
  readonly openMs: number;
  readonly lengthMs: number;
  readonly nowMs: number;
}

interface CoinSpec {
  readonly seed: number;
  readonly landmarks: readonly Landmark[];
  /** Part of the daily moves shared with the whole market, 0..1. */
  readonly commonShare: number;
  /** Size of a usual daily move on a day, in log units. */
  volatility(day: number): number;
  /** Coins traded in a usual hour. */
  readonly hourlyVolume: number;
}

export function coin(spec: CoinSpec): Coin {
  const days = dayPath({ ...spec, anchors: anchorsOf(spec.landmarks) });
  const hours = hourPath({ ...spec, days });
  const firstMs = days.firstDay * DAY_MS;
  const priceAt = (ms: number) => Math.exp(hours.logAt(ms));
  const turnover = turnoverOf(spec);
  const hourly = (openMs: number, toMs: number) => ({
    ...hourCandle(hours, openMs, toMs),
    ...turnover(openMs, toMs),
  });
  const daily = keptDays((openMs, toMs) => joined(slices(openMs, toMs, HOUR_MS).map(([from, to]) => hourly(from, to))));
  const candle = ({ openMs, lengthMs, nowMs }: Period): Candle | undefined => {
    const from = Math.max(openMs, firstMs);
    const to = Math.min(openMs + lengthMs, nowMs);
    if (to <= from) return undefined;
    if (lengthMs < HOUR_MS) return { ...sampled(priceAt, from, to), ...turnover(from, to) };
    if (from % DAY_MS === 0) return joined(slices(from, to, DAY_MS).flatMap(([a, b]) => daily(a, b) ?? []));
    return joined(slices(from, to, HOUR_MS).map(([a, b]) => hourly(a, b)));
  };
  return { firstMs, priceAt, closeOf: (day) => Math.exp(days.openLog(day + 1)), candle };
}

type Slice = readonly [fromMs: number, toMs: number];

function slices(fromMs: number, toMs: number, stepMs: number): Slice[] {
  const parts: Slice[] = [];
  for (let at = fromMs; at < toMs; at += stepMs) parts.push([at, Math.min(at + stepMs, toMs)]);
  return parts;
}

/** Closed days never change, so each is worked out once: 5,900 days are 142,000 hours. */
function keptDays(make: (fromMs: number, toMs: number) => Candle | undefined): typeof make {
  const closed = new Map<number, Candle>();
  return (fromMs, toMs) => {
    const isWhole = toMs - fromMs === DAY_MS;
    const known = isWhole ? closed.get(dayOf(fromMs)) : undefined;
    if (known !== undefined) return known;
    const made = make(fromMs, toMs);
    if (made !== undefined && isWhole) closed.set(dayOf(fromMs), made);
    return made;
  };
}

function hourCandle(hours: HourPath, openMs: number, toMs: number): Corners {
  const hour = hours.hour(Math.floor(openMs / HOUR_MS));
  const part = Math.min(1, (toMs - openMs) / HOUR_MS);
  const line = hour.openLog + (hour.closeLog - hour.openLog) * part;
  // So far: the widest stray allowed up to now, so highs and lows only ever widen while the hour runs.
  const allowed = strayAllowed(Math.min(part, 0.5));
  return {
    openMs,
    open: Math.exp(hour.openLog),
    high: Math.exp(Math.max(hour.openLog, line) + allowed * hour.above),
    low: Math.exp(Math.min(hour.openLog, line) - allowed * hour.below),
    close: Math.exp(part === 1 ? hour.closeLog : hours.logAt(toMs)),
  };
}

type Corners = Omit<Candle, "volume" | "trades">;

/** A period of minutes: the corners of the path seen every ten seconds. */
function sampled(priceAt: (ms: number) => number, fromMs: number, toMs: number): Corners {
  const seen = [...slices(fromMs, toMs, 10_000).map(([at]) => at), toMs].map(priceAt);
  const open = seen[0] ?? Number.NaN;
  return { openMs: fromMs, open, high: Math.max(...seen), low: Math.min(...seen), close: seen.at(-1) ?? open };
}

function turnoverOf(spec: CoinSpec): (fromMs: number, toMs: number) => Pick<Candle, "volume" | "trades"> {
  return (fromMs, toMs) => {
    const hour = Math.floor(fromMs / HOUR_MS);
    const part = Math.min(1, (toMs - fromMs) / HOUR_MS);
    return {
      volume: spec.hourlyVolume * (0.4 + 1.2 * chance(spec.seed + 20, hour)) * part,
      trades: Math.ceil(900 * part * (0.5 + chance(spec.seed + 21, hour))),
    };
  };
}

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
function joined(candles: readonly Candle[]): Candle | undefined {
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

/** One coin as one exchange shows it: the market's path times a small constant of its own, from its listing on. */
export interface VenueCoin {
  /** The first instant the exchange has a price, milliseconds since 1970. */
  readonly firstMs: number;
  priceAt(ms: number): number;
  candle(period: Period): Candle | undefined;
}

interface VenueOptions {
  /** First listed day, `YYYY-MM-DD`. */
  readonly from: string;
  /** Price here over price of the market: 1.0001 is one basis point above it. */
  readonly factor: number;
}

/** A constant factor keeps an exchange's ticker, hours and days in agreement with each other. */
export function venueCoin(coin: Coin, venue: VenueOptions): VenueCoin {
  const firstMs = Math.max(coin.firstMs, Date.parse(`${venue.from}T00:00:00Z`));
  return {
    firstMs,
    priceAt: (ms) => coin.priceAt(ms) * venue.factor,
    candle: (period) => {
      const candle = period.openMs + period.lengthMs <= firstMs ? undefined : coin.candle(period);
      return candle === undefined ? undefined : scaled(candle, venue.factor);
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
