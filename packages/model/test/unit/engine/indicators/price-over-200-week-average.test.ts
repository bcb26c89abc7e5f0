import { expect, test } from "vitest";
import { PriceOver200WeekAverage } from "../../../../src/engine/indicators/price-over-200-week-average.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("compares with the average of all rows while there are fewer than 1,400", () => {
  const indicator = new PriceOver200WeekAverage();
  expect(indicator.append(bitcoinRow(0, { price: 1 }))).toBe(0);
  expect(indicator.append(bitcoinRow(1, { price: 3 }))).toBeCloseTo(Math.log(3 / 2), 12);
});

test("compares with the last 1,400 rows from then on", () => {
  const indicator = new PriceOver200WeekAverage();
  for (let index = 0; index < 100; index += 1) indicator.append(bitcoinRow(index, { price: 9 }));
  let last = 0;
  for (let index = 100; index < 1500; index += 1) last = indicator.append(bitcoinRow(index, { price: 2 }));
  expect(last).toBeCloseTo(0, 12);
});

test("reproduces 2021-11-08: 1.377651 over an average of 17,032.023488", () => {
  const indicator = new PriceOver200WeekAverage();
  const price = 67541.7555;
  const before = (4 * 17032.023488 - price) / 3;
  for (let index = 0; index < 3; index += 1) indicator.append(bitcoinRow(index, { price: before }));
  expect(indicator.append(bitcoinRow(3, { price }))).toBeCloseTo(1.377651, 6);
});
