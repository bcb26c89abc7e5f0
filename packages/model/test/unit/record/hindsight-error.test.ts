import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { hindsightError } from "../../../src/record/hindsight-error.js";
import { recordDays } from "../../support/record-days.js";

/** A price that grows by 1 % a day: the place of row j of n is 100 j / (n - 1) while all days are within two years. */
const rising = (count: number, score: number | null = 50) =>
  Array.from({ length: count }, (_, row) => ({ price: 100 * 1.01 ** row, score }));

test("the score is compared with the place of every day whose next 180 are known", () => {
  const told = hindsightError(recordDays(rising(201)));
  expect(told).toMatchObject({ from: "2015-01-01", to: "2015-01-21", days: 21 });
  expect(told?.meanError).toBeCloseTo(45, 9); // places 0, 0.5, ... 10
  expect(told?.meanAbsoluteError).toBeCloseTo(45, 9);
});

test("the place of a day is its position within the two years before and after", () => {
  const before = Array.from({ length: 1100 }, (_, row) => Math.min(730, row));
  const places = before.map((rows, row) => (100 * rows) / (rows + Math.min(730, 1279 - row)));
  const mean = places.reduce((sum, place) => sum + place, 0) / 1100;
  expect(hindsightError(recordDays(rising(1280)))?.meanError).toBeCloseTo(50 - mean, 9);
});

test("the years up to 2018 and the years since are measured separately", () => {
  const days = rising(201).map((each, row) => ({ ...each, score: row < 10 ? 0 : 20 }));
  const told = hindsightError(recordDays(days, utcDay("2018-12-22")));
  expect(told?.halves).toMatchObject([
    { from: "2018-12-22", to: "2018-12-31", days: 10 },
    { from: "2019-01-01", to: "2019-01-11", days: 11 },
  ]);
  expect(told?.halves[0]?.meanError).toBeCloseTo(-2.25, 9); // places 0, 0.5, ... 4.5
  expect(told?.halves[0]?.meanAbsoluteError).toBeCloseTo(2.25, 9);
  expect(told?.halves[1]?.meanError).toBeCloseTo(12.5, 9); // places 5, 5.5, ... 10
});

test("there is no error before a place from 2014 on is known", () => {
  expect(hindsightError(recordDays(rising(180)))).toBeUndefined();
  expect(hindsightError(recordDays(rising(201), utcDay("2013-01-01")))).toBeUndefined();
  expect(hindsightError(recordDays(rising(201, null)))).toBeUndefined();
});
