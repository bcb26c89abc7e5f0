/** The formulas of docs/method.md against its worked examples; the golden file has eleven years of results. */
import { expect, test } from "vitest";
import { FearGreedAverage } from "../../../src/engine/indicators/fear-greed-average.js";
import { Mvrv } from "../../../src/engine/indicators/mvrv.js";
import { OneYearReturn } from "../../../src/engine/indicators/one-year-return.js";
import { LinearRegression, PowerLawResidual } from "../../../src/engine/indicators/power-law-residual.js";
import { PriceOver200WeekAverage } from "../../../src/engine/indicators/price-over-200-week-average.js";
import { PuellMultiple } from "../../../src/engine/indicators/puell-multiple.js";
import { ThermocapMultiple } from "../../../src/engine/indicators/thermocap-multiple.js";
import { bitcoinRow } from "../../support/bitcoin-row.js";

test("MVRV is the logarithm of the given ratio: 2.85465 on 2021-11-08", () => {
  expect(new Mvrv().append(bitcoinRow(4131, { price: 67541.7555, mvrv: 2.85465 }))).toBeCloseTo(1.048949, 6);
});

test("MVRV holds realized price for seven rows without a ratio, then is missing", () => {
  const mvrv = new Mvrv();
  expect(mvrv.append(bitcoinRow(9))).toBeUndefined();
  mvrv.append(bitcoinRow(10, { price: 100, mvrv: 2 })); // realized price 50
  const later = Array.from({ length: 8 }, (_, i) => mvrv.append(bitcoinRow(11 + i, { price: 150 })));
  expect(later).toEqual([...Array(7).fill(expect.closeTo(Math.log(3), 12)), undefined]);
});

test("the one-year return of 2021-11-08 is 1.471906, and is missing for 365 rows", () => {
  const roi = new OneYearReturn();
  const values = Array.from({ length: 366 }, (_, index) =>
    roi.append(bitcoinRow(index, { price: index === 0 ? 15500.0007 : 67541.7555 })),
  );
  expect(values.findIndex((each) => each !== undefined)).toBe(365);
  expect(values[365]).toBeCloseTo(1.471906, 6);
});

test("the power law residual is the distance from the line through all points, including the last one", () => {
  const fit = new LinearRegression();
  expect(fit.append(0, 0)).toBeUndefined();
  fit.append(1, 0);
  expect(fit.append(2, 3)).toBeCloseTo(0.5, 12); // slope 1.5, intercept -0.5: at 2 the line is at 2.5
  const residual = new PowerLawResidual();
  const follows = (index: number) => residual.append(bitcoinRow(index, { price: 3 * (561 + index) ** 5.8 }));
  expect(follows(0)).toBeUndefined();
  for (let index = 1; index < 50; index += 1) expect(follows(index)).toBeCloseTo(0, 9);
});

test("the price over its 200-week average is 1.377651 on 2021-11-08, over an average of 17,032.023488", () => {
  const indicator = new PriceOver200WeekAverage();
  const price = 67541.7555;
  const before = (4 * 17032.023488 - price) / 3; // the average of all rows while there are fewer than 1,400
  for (let index = 0; index < 3; index += 1) indicator.append(bitcoinRow(index, { price: before }));
  expect(indicator.append(bitcoinRow(3, { price }))).toBeCloseTo(1.377651, 6);
});

test("the Puell multiple needs 365 rows, and a halving nearly halves it at once", () => {
  const puell = new PuellMultiple();
  const values = Array.from({ length: 400 }, (_, index) => puell.append(bitcoinRow(index)));
  expect(values.findIndex((each) => each !== undefined)).toBe(364);
  expect(values[399]).toBeCloseTo(0, 12);
  const usual = (364 + 0.5) / 365;
  expect(puell.append(bitcoinRow(400, { minedCoins: 3600 }))).toBeCloseTo(Math.log(0.5 / usual), 12);
});

test("the thermocap multiple divides the value of all coins by what miners were paid on days with a price", () => {
  const thermocap = new ThermocapMultiple();
  expect(thermocap.append(bitcoinRow(0, { price: 2 }))).toBeCloseTo(Math.log((2 * 3_447_800) / 14_400), 12);
  expect(thermocap.append(bitcoinRow(1, { price: 4 }))).toBeCloseTo(Math.log((4 * 3_455_000) / 43_200), 12);
  const late = new ThermocapMultiple().append(bitcoinRow(29, { price: 2, pricedRows: 0 }));
  expect(late).toBeCloseTo(Math.log((2 * (3_447_800 + 29 * 7200)) / 14_400), 12);
});

test("the Fear & Greed average needs thirty values and is held for seven rows without one", () => {
  const average = new FearGreedAverage();
  const values = Array.from({ length: 30 }, () => average.append(40));
  expect(values.indexOf(40)).toBe(29);
  const held = Array.from({ length: 8 }, () => average.append(undefined));
  expect(held).toEqual([...Array(7).fill(40), undefined]);
  expect(average.append(71)).toBeCloseTo(42, 12); // 2/31 of the way from 40
});
