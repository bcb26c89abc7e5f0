import { expect, test } from "vitest";
import { addDays, utcDay } from "../../../../src/domain/instant.js";
import { BasketIndex } from "../../../../src/engine/basket/basket-index.js";

const START = utcDay("2015-01-01");
const price = (i: number) => Math.exp(Math.sin(i / 50) + i / 500);

function run(count: number, prices: (i: number) => number | undefined = price) {
  const index = new BasketIndex();
  return Array.from({ length: count }, (_, i) => index.append(addDays(START, i), { ltc: prices(i) }));
}

test("has no reading before the first return", () => {
  const readings = run(40);
  expect(readings.findIndex((each) => each !== undefined)).toBe(30);
});

test("the first score comes 729 rows after the first return", () => {
  const readings = run(800);
  expect(readings.findIndex((each) => each?.score !== undefined)).toBe(30 + 729);
});

test("keeps its level without returns, and its score for seven days", () => {
  const readings = run(910, (i) => (i < 900 ? price(i) : undefined));
  const level = readings[899]?.level;
  expect(readings.slice(900).map((each) => each?.level)).toEqual(Array(10).fill(level));
  expect(readings.slice(900).map((each) => each?.score !== undefined)).toEqual([
    ...Array(7).fill(true),
    ...Array(3).fill(false),
  ]);
});

test("a clone goes its own way", () => {
  const index = new BasketIndex();
  for (let i = 0; i < 40; i += 1) index.append(addDays(START, i), { ltc: 1 });
  index.clone().append(addDays(START, 40), { ltc: 5 });
  expect(index.append(addDays(START, 40), { ltc: 2 })?.level).toBeCloseTo(200, 12);
});
