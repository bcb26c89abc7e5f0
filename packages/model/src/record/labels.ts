// What the price did around and after each day, seen from today: its place, tops and bottoms.

import { RollingMaximum } from "../engine/series/rolling-maximum.js";

/** The price's place is looked for within two years to either side, with at least half a year of future known. */
const PLACE_WINDOW = { from: -730, to: 730 };
const PLACE_FUTURE_ROWS = 180;

/** Tops and bottoms lie near the extreme of a year to either side. */
const NEAR_WINDOW = { from: -365, to: 365 };
const NEAR_HIGH = 0.8;
const NEAR_LOW = 1.35;

/** What must follow them within 400 days: a fall of 45 %, a gain of 90 %. */
const AFTER_WINDOW = { from: 1, to: 400 };
const FALLEN = 0.55;
const RISEN = 1.9;

/** With less than half of those 400 days known, a day counts neither as a top or bottom nor as another day. */
const AFTER_ROWS = 200;

const YEAR_ROWS = 365;

/** What hindsight says of each day; `undefined` where too little of the future is known. */
export interface Labels {
  /** The price's place between the lowest and the highest log price around it, 0..1. */
  readonly place: readonly (number | undefined)[];
  readonly isTop: readonly (boolean | undefined)[];
  readonly isBottom: readonly (boolean | undefined)[];
  /** Log return of the next 365 days. */
  readonly forward: readonly (number | undefined)[];
}

/**
 * Labels of every day from the prices given and no others: hand in those up to a day, and nothing after it is used.
 *
 * Source: docs/method.md#evidence.
 *
 * @param prices daily, USD, oldest first, no gaps
 */
export function labelsOf(prices: readonly number[]): Labels {
  const logs = prices.map(Math.log);
  return {
    place: placesOf(logs),
    isTop: topsOf(prices),
    isBottom: bottomsOf(prices),
    forward: logs.map((log, row) => {
      const later = logs[row + YEAR_ROWS];
      return later === undefined ? undefined : later - log;
    }),
  };
}

function placesOf(logs: readonly number[]): Labels["place"] {
  const lows = rollingMinima(logs, PLACE_WINDOW);
  const highs = rollingMaxima(logs, PLACE_WINDOW);
  return logs.map((log, row) => {
    const [low, high] = [lows[row] as number, highs[row] as number]; // a window holds its own row
    return row + PLACE_FUTURE_ROWS >= logs.length || high === low ? undefined : (log - low) / (high - low);
  });
}

function topsOf(prices: readonly number[]): Labels["isTop"] {
  const highs = rollingMaxima(prices, NEAR_WINDOW);
  const lowsAfter = rollingMinima(prices, AFTER_WINDOW);
  return prices.map((price, row) => {
    if (row + AFTER_ROWS >= prices.length) return undefined;
    return price >= NEAR_HIGH * (highs[row] as number) && (lowsAfter[row] as number) <= FALLEN * price;
  });
}

function bottomsOf(prices: readonly number[]): Labels["isBottom"] {
  const lows = rollingMinima(prices, NEAR_WINDOW);
  const highsAfter = rollingMaxima(prices, AFTER_WINDOW);
  return prices.map((price, row) => {
    if (row + AFTER_ROWS >= prices.length) return undefined;
    return price <= NEAR_LOW * (lows[row] as number) && (highsAfter[row] as number) >= RISEN * price;
  });
}

/** Rows of a window, counted from the row it belongs to: `{ from: -365, to: 365 }` is a year to either side. */
interface Window {
  readonly from: number;
  /** 0 or more. */
  readonly to: number;
}

/** The greatest value within the window of each row, as far as there are values; `undefined` where there is none. */
export function rollingMaxima(values: readonly number[], { from, to }: Window): readonly (number | undefined)[] {
  const window = new RollingMaximum(to - from + 1);
  const greatest: (number | undefined)[] = [];
  for (let row = 0; row < values.length + to; row += 1) {
    const value = window.append(values[row]);
    if (row >= to) greatest.push(value);
  }
  return greatest;
}

/** The least value within the window of each row, likewise. */
export function rollingMinima(values: readonly number[], window: Window): readonly (number | undefined)[] {
  const mirrored = rollingMaxima(
    values.map((value) => -value),
    window,
  );
  return mirrored.map((value) => (value === undefined ? undefined : -value));
}
