import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { effectiveObservations, placeRecord } from "../../../src/record/place-record.js";
import { recordDays } from "./record-days.js";

/** A price that grows by 1 % a day, so that the place of row j of n is 100 j / (n - 1) while all days are within two years. */
const rising = (count: number, score: number | null = 50) =>
  Array.from({ length: count }, (_, row) => ({ price: 100 * 1.01 ** row, score }));

test("measures the score against the place of every day whose next 180 are known", () => {
  const told = placeRecord(recordDays(rising(201)));
  expect(told).toMatchObject({ from: "2015-01-01", to: "2015-01-21", days: 21, rangeDays: 0 });
  expect(told).toMatchObject({ coveredShare: undefined, meanWidth: undefined, effectiveObservations: undefined });
  expect(told?.meanError).toBeCloseTo(45, 9); // places 0, 0.5, ... 10
  expect(told?.meanAbsoluteError).toBeCloseTo(45, 9);
  expect(told?.newest).toEqual({ day: "2015-07-20", score: 50, range: undefined });
});

test("counts how often the place lay in the range of its day", () => {
  const laterPlace = (row: number) => (row === 0 ? undefined : { low: 0, high: row < 5 ? 10 : 1 });
  const told = placeRecord(recordDays(rising(201).map((each, row) => ({ ...each, laterPlace: laterPlace(row) }))));
  expect(told).toMatchObject({ rangeDays: 20, coveredShare: 4 / 20, meanWidth: (4 * 10 + 16) / 20 });
});

test("tells the periods apart, each by its own days", () => {
  const days = rising(201).map((each, row) => ({ ...each, score: row < 10 ? 50 : 20 }));
  const told = placeRecord(recordDays(days, utcDay("2022-12-22")));
  expect(told?.periods.map(({ period, days }) => [period, days])).toEqual([
    ["development", 10],
    ["later", 11],
  ]);
  expect(told?.periods[0]?.meanError).toBeCloseTo(47.75, 9); // places 0, 0.5, ... 4.5
  expect(told?.periods[1]?.meanError).toBeCloseTo(12.5, 9); // places 5, 5.5, ... 10
});

test("is missing before a place from 2014 on is known", () => {
  expect(placeRecord(recordDays(rising(180)))).toBeUndefined();
  expect(placeRecord(recordDays(rising(201), utcDay("2013-01-01")))).toBeUndefined();
  expect(placeRecord(recordDays(rising(201, null)))).toBeUndefined();
});

test("values that alternate are worth all they are, those in long blocks far less, equal ones cannot be told", () => {
  const alternating = Array.from({ length: 100 }, (_, row) => row % 2);
  const blocks = Array.from({ length: 100 }, (_, row) => Math.floor(row / 25) % 2);
  expect(effectiveObservations(alternating)).toBe(100);
  expect(effectiveObservations(blocks)).toBeLessThan(8);
  expect(effectiveObservations([5, 5, 5])).toBeUndefined();
});

test("worked example: 0, 0, 3, 3 has autocorrelations 0.25, -0.5, -0.25, so it is worth 4 / 1.5", () => {
  expect(effectiveObservations([0, 0, 3, 3])).toBeCloseTo(4 / 1.5, 12);
});
