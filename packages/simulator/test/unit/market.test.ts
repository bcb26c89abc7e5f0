import { expect, test } from "vitest";
import type { Coin } from "../../src/market/coins.js";
import { firstDayOf, Market } from "../../src/market/market.js";
import { dateText, dayNumber } from "../../src/time.js";

const market = new Market();
const COINS: readonly Coin[] = ["btc", "ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"];

test.each(COINS)("%s has a price for years to come, because the demo uses its machine's clock", (coin) => {
  const first = firstDayOf(coin);
  const closes = Array.from({ length: dayNumber("2032-12-31") - first }, (_, n) => market.closeOf(coin, first + n));
  expect(closes.filter((close) => !(close > 0 && Number.isFinite(close)))).toEqual([]);
});

test("Bitcoin's highs are on their well-known days, and its price stays plausible", () => {
  const year = (from: string) => {
    const closes = Array.from({ length: 365 }, (_, n) => market.closeOf("btc", dayNumber(from) + n));
    return { high: dateText(dayNumber(from) + closes.indexOf(Math.max(...closes))).slice(0, 7), closes };
  };
  expect(["2013-06-01", "2017-01-01", "2021-06-01", "2025-01-01"].map((from) => year(from).high)).toEqual([
    "2013-11",
    "2017-12",
    "2021-11",
    "2025-10",
  ]);
  const later = ["2026-11-21", "2027-11-21", "2028-11-21", "2029-11-21"].flatMap((from) => year(from).closes);
  expect(Math.min(...later)).toBeGreaterThan(50_000);
  expect(Math.max(...later)).toBeLessThan(400_000);
});
