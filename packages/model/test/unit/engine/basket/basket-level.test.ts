import { expect, test } from "vitest";
import { BasketLevel, circulatingSupply, type MajorPrices } from "../../../../src/engine/basket/basket-level.js";
import { addDays, utcDay } from "../../../../src/instant.js";

const START = utcDay("2020-02-01");

/** @returns the level after the last day, and whether it moved on each day */
function run(days: readonly MajorPrices[], basket = new BasketLevel()) {
  const moved = days.map((prices, i) => basket.append(addDays(START, i), prices));
  return { basket, moved, level: basket.current };
}

const flat = (count: number, prices: MajorPrices) => Array.from({ length: count }, () => prices);

test("a coin counts after thirty days with a price", () => {
  const { moved, level } = run([...flat(30, { eth: 100 }), { eth: 110 }]);
  expect(moved.indexOf(true)).toBe(30);
  expect(level).toBeCloseTo(110, 12);
});

test("a coin without a price yesterday does not count that day", () => {
  const { level, moved } = run([...flat(40, { eth: 100 }), {}, { eth: 500 }, { eth: 550 }]);
  expect(moved.slice(40)).toEqual([false, false, true]);
  expect(level).toBeCloseTo(110, 12);
});

test("weights are yesterday's price times the supply of yesterday's year", () => {
  const { level } = run([...flat(30, { eth: 100, ltc: 50 }), { eth: 110, ltc: 50 }]);
  const eth = 100 * 109.1;
  const ltc = 50 * 63.76;
  expect(level).toBeCloseTo(100 * (1 + (0.1 * eth) / (eth + ltc)), 10);
});

test("on the first of January the previous year's supply still applies", () => {
  const basket = new BasketLevel();
  const days = Array.from({ length: 31 }, (_, i) => addDays(utcDay("2021-01-01"), i - 30));
  for (const day of days) {
    const first = day === utcDay("2021-01-01");
    basket.append(day, { sol: first ? 2 : 1, eth: 1 });
  }
  expect(basket.current).toBeCloseTo(100 * (1 + 32.69 / (32.69 + 109.1)), 10);
});

test.each([
  ["ada", 2020, 2026, 236120],
  ["bnb", 2020, 2025, 922.4],
  ["doge", 2014, 2025, 1377730],
  ["eth", 2015, 2025, 1142.08],
  ["ltc", 2013, 2025, 704.07],
  ["sol", 2020, 2025, 1668.96],
  ["xrp", 2020, 2025, 298160],
] as const)("the entries of %s from %d to %d add up to %d", (major, from, to, total) => {
  let sum = 0;
  for (let year = from; year <= to; year += 1) sum += circulatingSupply(major, year);
  expect(sum).toBeCloseTo(total, 6);
});
