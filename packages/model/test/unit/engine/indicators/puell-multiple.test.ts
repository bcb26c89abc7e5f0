import { expect, test } from "vitest";
import { PuellMultiple } from "../../../../src/engine/indicators/puell-multiple.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("is missing for 364 rows, then zero for miners who always earn the same", () => {
  const puell = new PuellMultiple();
  const values = Array.from({ length: 400 }, (_, index) => puell.append(bitcoinRow(index)));
  expect(values.findIndex((each) => each !== undefined)).toBe(364);
  expect(values[399]).toBeCloseTo(0, 12);
});

test("a halving nearly halves it at once, whatever the price does", () => {
  const puell = new PuellMultiple();
  for (let index = 0; index < 400; index += 1) puell.append(bitcoinRow(index));
  const usual = (364 + 0.5) / 365;
  expect(puell.clone().append(bitcoinRow(400, { mined: 3600 }))).toBeCloseTo(Math.log(0.5 / usual), 12);
});
