import { expect, test } from "vitest";
import { NotEnoughDataError } from "../../../src/domain/errors.js";
import { utcDay } from "../../../src/domain/instant.js";
import { PriceGaps } from "../../../src/engine/price-gaps.js";

const DAY = utcDay("2020-03-12");

test("a missing price is that of the day before, three days in a row", () => {
  const gaps = new PriceGaps();
  const prices = [5, undefined, undefined, undefined, 7, undefined];
  expect(prices.map((price) => gaps.fill(DAY, price))).toEqual([5, 5, 5, 5, 7, 7]);
});

test("the fourth missing day in a row ends it, by name", () => {
  const gaps = new PriceGaps();
  for (const price of [5, undefined, undefined, undefined]) gaps.fill(DAY, price);
  expect(() => gaps.fill(DAY, undefined)).toThrow(NotEnoughDataError);
  expect(() => gaps.fill(DAY, undefined)).toThrow("2020-03-12");
  expect(gaps.fill(DAY, 6)).toBe(6);
});

test("the first day needs a price", () => {
  expect(() => new PriceGaps().fill(DAY, undefined)).toThrow(NotEnoughDataError);
  expect(() => new PriceGaps().fill(DAY, undefined)).toThrow("2020-03-12");
});

test("a clone goes its own way", () => {
  const gaps = new PriceGaps();
  gaps.fill(DAY, 5);
  gaps.clone().fill(DAY, 9);
  expect(gaps.fill(DAY, undefined)).toBe(5);
});
