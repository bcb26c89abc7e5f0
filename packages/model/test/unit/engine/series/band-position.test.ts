import { expect, test } from "vitest";
import { BandPosition, timeWeight } from "../../../../src/engine/series/band-position.js";

test("doubles every 1,461 rows", () => {
  expect([0, 1461, 2922].map(timeWeight)).toEqual([1, 2, 4]);
});

test("adds up to the published weight of the MVRV values of 2021-11-08", () => {
  let total = 0;
  for (let row = 365; row <= 4131; row += 1) total += timeWeight(row);
  expect(total).toBeCloseTo(12459.928094, 6);
});

const row = (index: number) => ({ index, priced: index, age: 561 + index, price: 1, weight: 1 });

test("says nothing before 365 rows of burn-in and 365 values", () => {
  const band = new BandPosition();
  const first = Array.from({ length: 800 }, (_, i) => band.append(row(i), i)).findIndex((each) => each !== undefined);
  expect(first).toBe(729);
});

test("is 0 at and below the low end, 100 at and above the high end", () => {
  const band = new BandPosition();
  for (let i = 365; i < 900; i += 1) band.append(row(i), Math.sin(i));
  expect(band.clone().append(row(900), -5)).toBe(0);
  expect(band.clone().append(row(900), 5)).toBe(100);
  expect(band.clone().append(row(900), 0)).toBeCloseTo(50, 0);
});

test("a series that never moves stands at 0", () => {
  const band = new BandPosition();
  let last: number | undefined;
  for (let i = 365; i < 900; i += 1) last = band.append(row(i), 3);
  expect(last).toBe(0);
});
