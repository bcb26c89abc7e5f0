import { expect, test } from "vitest";
import { OneYearReturn } from "../../../../src/engine/indicators/one-year-return.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("is missing for 365 rows, then compares with the price of 365 rows before", () => {
  const roi = new OneYearReturn();
  const values = Array.from({ length: 800 }, (_, index) =>
    roi.append(bitcoinRow(index, { price: 2 ** (index / 365) })),
  );
  expect(values.findIndex((each) => each !== undefined)).toBe(365);
  expect(values[365]).toBeCloseTo(Math.log(2), 12);
  expect(values[799]).toBeCloseTo(Math.log(2), 12);
});

test("reproduces 2021-11-08: 1.471906", () => {
  const roi = new OneYearReturn();
  let last: number | undefined;
  for (let index = 0; index <= 365; index += 1) {
    last = roi.append(bitcoinRow(index, { price: index === 0 ? 15500.0007 : 67541.7555 }));
  }
  expect(last).toBeCloseTo(1.471906, 6);
});
