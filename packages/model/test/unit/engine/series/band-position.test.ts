import { expect, test } from "vitest";
import { BandPosition, timeWeight } from "../../../../src/engine/series/band-position.js";

test("the weights of rows add up to the published weight of the MVRV values of 2021-11-08", () => {
  let total = 0;
  for (let row = 365; row <= 4131; row += 1) total += timeWeight(row);
  expect(total).toBeCloseTo(12459.928094, 6);
});

const row = (index: number) => ({ index, pricedRows: index, age: 561 + index, price: 1, weight: 1 });

test("a band has no position before 365 rows of burn-in and 365 values", () => {
  const band = new BandPosition();
  const first = Array.from({ length: 800 }, (_, i) => band.append(row(i), i)).findIndex((each) => each !== undefined);
  expect(first).toBe(729);
});

test("a position lies between the 2.5 and the 97.5 % quantile, and never outside 0 to 100", () => {
  const band = new BandPosition();
  for (let i = 1; i < 800; i += 1) band.append(row(365 + i), i);
  // With any of these, the 20th and the 780th value are 20 and 779.
  const places = [20, 21, 210, 778, 779].map((value) => band.clone().append(row(1200), value) ?? -1);
  expect(places.map((place) => (759 * place) / 100)).toEqual(
    [0, 1, 190, 758, 759].map((each) => expect.closeTo(each, 9)),
  );
  expect([-5, 5000].map((value) => band.clone().append(row(1200), value))).toEqual([0, 100]);
});

test("a series that never moves is at 0 in its band", () => {
  const band = new BandPosition();
  let last: number | undefined;
  for (let i = 365; i < 900; i += 1) last = band.append(row(i), 3);
  expect(last).toBe(0);
});
