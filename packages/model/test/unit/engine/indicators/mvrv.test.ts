import { expect, test } from "vitest";
import { Mvrv } from "../../../../src/engine/indicators/mvrv.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("is the logarithm of the stated ratio: 2.85465 on 2021-11-08", () => {
  expect(new Mvrv().append(bitcoinRow(4131, { price: 67541.7555, mvrv: 2.85465 }))).toBeCloseTo(1.048949, 6);
});

test("holds realized price for seven rows without a ratio, then is missing", () => {
  const mvrv = new Mvrv();
  mvrv.append(bitcoinRow(10, { price: 100, mvrv: 2 })); // realized price 50
  for (let index = 11; index <= 17; index += 1) {
    expect(mvrv.append(bitcoinRow(index, { price: 150 }))).toBeCloseTo(Math.log(3), 12);
  }
  expect(mvrv.append(bitcoinRow(18, { price: 150 }))).toBeUndefined();
});

test("a ratio ends the gap and starts a new one", () => {
  const mvrv = new Mvrv();
  mvrv.append(bitcoinRow(0, { mvrv: 2 }));
  mvrv.append(bitcoinRow(20, { price: 10, mvrv: 1 }));
  expect(mvrv.append(bitcoinRow(27, { price: 20 }))).toBeCloseTo(Math.log(2), 12);
});

test("is missing until a ratio is known", () => {
  expect(new Mvrv().append(bitcoinRow(0))).toBeUndefined();
});
