/**
 * The one market behind every simulated source. Every number is a pure function of the requested instant: Bitcoin's
 * distance from a power law of its age passes through fixed turning points, and the price wanders around that. Events,
 * such as a crash, are applied on top.
 */

import { DAY_MS, dayNumber } from "../time.js";
import type { Coin } from "./coins.js";
import { checkEvent, type MarketEvent, movedBy, tetherWith } from "./events.js";
import { smoothNoise, wander } from "./noise.js";
import { DOMINANCE, TURNS } from "./turns.js";

/** Each coin's first day with a price, a round USD price in November 2026, and the seed of its wandering. */
const COINS: Readonly<Record<Coin, readonly [first: string, usd: number, seed: number]>> = {
  btc: ["2010-07-18", 86_000, 26_280],
  ada: ["2017-12-01", 0.47, 2000],
  bnb: ["2017-11-06", 880, 3000],
  doge: ["2014-01-23", 0.155, 4000],
  eth: ["2015-08-08", 2930, 5000],
  ltc: ["2013-04-01", 88, 6000],
  sol: ["2020-08-11", 138, 7000],
  xrp: ["2014-08-15", 2.05, 8000],
};

export function firstDayOf(coin: Coin): number {
  return dayNumber(COINS[coin][0]);
}

/** One tether in USD: slightly below par, so that code that forgets to convert is off by 2 basis points. */
const TETHER_USD = 0.9998;

/** The true figures, with the events that were added; without events, all markets are the same. */
export class Market {
  #events: readonly MarketEvent[] = [];

  /** Adds events. @throws RangeError for an impossible one */
  add(...events: readonly MarketEvent[]): void {
    for (const event of events) checkEvent(event);
    this.#events = [...this.#events, ...events];
  }

  /** USD at an instant, which must not be before the coin's first day. */
  priceAt(coin: Coin, ms: number): number {
    return calmPrice(coin, ms) * movedBy(this.#events, coin, ms);
  }

  /** USD at the end (24:00 UTC) of a day. */
  closeOf(coin: Coin, day: number): number {
    return this.priceAt(coin, (day + 1) * DAY_MS);
  }

  /** One tether in USD at an instant. */
  tetherAt(ms: number): number {
    return tetherWith(this.#events, TETHER_USD, ms);
  }

  /** Bitcoin's price over its realized price at an instant. */
  mvrvAt(ms: number): number {
    return this.priceAt("btc", ms) / Math.exp(logRealized(ms / DAY_MS));
  }

  /** The same at the end of a day. */
  mvrvOf(day: number): number {
    return this.mvrvAt((day + 1) * DAY_MS);
  }

  /** Bitcoin's share of the value of all coins at an instant, in percent: it varies by half a point within weeks. */
  dominanceAt(ms: number): number {
    const day = ms / DAY_MS;
    return share(day) + 0.5 * smoothNoise(601, day / 9) + 0.1 * smoothNoise(602, day * 8);
  }

  /** Fear & Greed of a day, a whole number from 0 to 100, known at its 00:00 UTC; `undefined` if there is none. */
  fearAndGreed(day: number): number | undefined {
    if (day < FIRST_SENTIMENT_DAY || SILENT_DAYS.includes(day)) return undefined;
    const rise = (days: number) => Math.log(this.closeOf("btc", day - 1) / this.closeOf("btc", day - 1 - days));
    // A month of +30 % alone gives greed of 71; a quarter of -50 % alone gives fear of 29.
    const felt = 50 + 80 * rise(30) + 30 * rise(90) + 7 * smoothNoise(501, day / 2);
    return Math.round(Math.max(5, Math.min(96, felt)));
  }
}

function calmPrice(coin: Coin, ms: number): number {
  const day = ms / DAY_MS;
  const bitcoin = Math.exp(logLaw(day) + distance(day) + dailyMove(day) * wander(COINS.btc[2], day));
  if (coin === "btc") return bitcoin;
  const [, usd, seed] = COINS[coin];
  return usd * (bitcoin / COINS.btc[1]) ** BETA * Math.exp(dailyMove(day) * wander(seed, day));
}

/** The first day with Fear & Greed. */
export const FIRST_SENTIMENT_DAY = dayNumber("2018-02-01");

/** Days without a published value. */
const SILENT_DAYS = ["2018-04-14", "2018-04-15", "2018-04-16", "2024-10-25"].map(dayNumber);

/** A major moves by a tenth more than Bitcoin, in log units: only the level of the whole basket matters. */
const BETA = 1.1;

/** The natural log of the power law that the price is measured against: its slope is close to the real price's. */
function logLaw(day: number): number {
  return 5.8 * Math.log(day - GENESIS_DAY) - 39.2;
}

const GENESIS_DAY = dayNumber("2009-01-03");

/** A typical move of Bitcoin within a day, in log units: 5 % at first, 2 % today. */
function dailyMove(day: number): number {
  return 0.017 + 0.04 * Math.exp(-(day - GENESIS_DAY) / 2200);
}

const distance = curve(TURNS.map(([date, usd]) => [date, Math.log(usd) - logLaw(dayNumber(date) + 1)]));
const logRealized = curve(TURNS.map(([date, , usd]) => [date, Math.log(usd)]));
const share = curve(DOMINANCE);

/** Straight lines through values at the ends of days, oldest first; flat before the first and after the last. */
function curve(points: readonly (readonly [date: string, value: number])[]): (day: number) => number {
  const ends = points.map(([date, value]) => ({ day: dayNumber(date) + 1, value }));
  return (day) => {
    const next = ends.findIndex((end) => end.day > day);
    const to = ends.at(next) ?? { day, value: Number.NaN };
    const from = ends[next - 1];
    if (from === undefined) return to.value; // before the first or, at index -1, after the last
    return from.value + ((to.value - from.value) * (day - from.day)) / (to.day - from.day);
  };
}
