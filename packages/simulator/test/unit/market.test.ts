import { describe, expect, test } from "vitest";
import { DAY_MS, dayNumber, dayOf } from "../../src/market/calendar.js";
import { COIN_SYMBOLS } from "../../src/market/landmarks.js";
import { simulatedMarket } from "../../src/market/market.js";
import { bitcoinSupplyAt } from "../../src/market/supply.js";

const market = simulatedMarket();
const bitcoin = market.coins.BTC;
const FAR = dayNumber("2032-12-31");
const FIRST = dayNumber("2010-07-18");

/** Days of a span, both ends in. */
function days(from: string, to: string): number[] {
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_each, place) => dayNumber(from) + place);
}

describe("the simulated market", () => {
  test.each(COIN_SYMBOLS)("%s has a positive finite price and candle on every day up to 2032", (symbol) => {
    const coin = market.coins[symbol];
    const wrong: number[] = [];
    for (let day = dayOf(coin.firstMs); day <= FAR; day += 1) {
      const candle = coin.candle({ openMs: day * DAY_MS, lengthMs: DAY_MS, nowMs: (day + 1) * DAY_MS });
      const numbers =
        candle === undefined ? [Number.NaN] : [candle.open, candle.high, candle.low, candle.close, candle.volume];
      if (!numbers.every((value) => value > 0 && Number.isFinite(value))) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  test("bitcoin starts on 2010-07-18 at about 0.08", () => {
    expect(dayOf(bitcoin.firstMs)).toBe(FIRST);
    expect(bitcoin.priceAt(bitcoin.firstMs)).toBeCloseTo(0.08, 6);
  });

  test.each([
    ["2011-06-08", 30],
    ["2017-12-17", 19_500],
    ["2021-11-08", 67_500],
    ["2025-10-06", 124_000],
    ["2026-11-20", 84_000],
  ])("the close of %s is the well-known %d", (date, usd) => {
    expect(bitcoin.closeOf(dayNumber(date)) / usd).toBeCloseTo(1, 6);
  });

  test.each([
    ["2013-11-29", "2013-07-01", "2014-12-31"],
    ["2017-12-17", "2017-01-01", "2020-06-30"],
    ["2025-10-06", "2024-01-01", "2026-11-20"],
  ])("the cycle high of %s stands above all around it", (date, from, to) => {
    const highest = Math.max(...days(from, to).map((day) => bitcoin.closeOf(day)));
    expect(highest / bitcoin.closeOf(dayNumber(date))).toBeLessThan(1.03);
  });

  test("the price keeps a believable level for years beyond the present", () => {
    for (const day of days("2026-11-21", "2032-12-31")) {
      expect(bitcoin.closeOf(day)).toBeGreaterThan(50_000);
      expect(bitcoin.closeOf(day)).toBeLessThan(400_000);
    }
  });

  test("MVRV swings between about 0.6 and 6 from 2012 on, and far in each cycle", () => {
    const values = days("2012-01-01", "2026-11-20").map((day) => market.realized.BTC.mvrvOf(day));
    expect(Math.min(...values)).toBeGreaterThan(0.55);
    expect(Math.min(...values)).toBeLessThan(0.85);
    expect(Math.max(...values)).toBeGreaterThan(3.5);
    expect(Math.max(...values)).toBeLessThan(6);
  });

  test("MVRV of the running day ends as the MVRV of the day", () => {
    const day = dayNumber("2026-11-20");
    const end = market.realized.BTC.mvrvAt((day + 1) * DAY_MS - 1);
    expect(end / market.realized.BTC.mvrvOf(day)).toBeCloseTo(1, 4);
  });

  test.each([
    ["2012-11-28", 10_500_000],
    ["2024-04-20", 19_687_500],
  ])("the supply at the halving of %s is %d", (date, coins) => {
    expect(bitcoinSupplyAt(dayNumber(date))).toBe(coins);
  });

  test("fear and greed is a whole number on every day since 2018-02-01 but the four missing ones", () => {
    expect(market.fearAndGreed(dayNumber("2018-01-31"))).toBeUndefined();
    const all = days("2018-02-01", "2026-11-21").map((day) => market.fearAndGreed(day));
    expect(all.filter((value) => value === undefined)).toHaveLength(4);
    expect(market.fearAndGreed(dayNumber("2018-04-15"))).toBeUndefined();
    expect(market.fearAndGreed(dayNumber("2024-10-25"))).toBeUndefined();
    const told = all.filter((value) => value !== undefined);
    expect(told.every((value) => Number.isInteger(value) && value >= 0 && value <= 100)).toBe(true);
    expect(Math.min(...told)).toBeLessThan(20);
    expect(Math.max(...told)).toBeGreaterThan(85);
  });

  test.each([
    ["2013-05-01", 95],
    ["2026-11-21", 57],
  ])("dominance on %s is about %d percent", (date, percent) => {
    expect(Math.abs(market.dominanceAt(dayNumber(date) * DAY_MS) - percent)).toBeLessThan(1);
  });

  test("a second market of the same build says the same to the last bit", () => {
    const other = simulatedMarket();
    for (const at of ["2013-04-05T06:07:08Z", "2021-05-19T13:00:00Z", "2030-02-03T04:05:06.789Z"]) {
      const ms = Date.parse(at);
      expect(other.coins.BTC.priceAt(ms)).toBe(bitcoin.priceAt(ms));
      expect(other.realized.BTC.mvrvAt(ms)).toBe(market.realized.BTC.mvrvAt(ms));
      expect(other.dominanceAt(ms)).toBe(market.dominanceAt(ms));
    }
  });
});
