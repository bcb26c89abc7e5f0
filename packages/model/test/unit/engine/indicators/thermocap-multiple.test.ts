import { expect, test } from "vitest";
import { ThermocapMultiple } from "../../../../src/engine/indicators/thermocap-multiple.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("sets the value of all coins against what miners were paid, the coins of row 0 being in the supply already", () => {
  const thermocap = new ThermocapMultiple();
  expect(thermocap.append(bitcoinRow(0, { price: 2 }))).toBeCloseTo(Math.log((2 * 3_447_800) / 14_400), 12);
  expect(thermocap.append(bitcoinRow(1, { price: 4 }))).toBeCloseTo(Math.log((4 * 3_455_000) / 43_200), 12);
});

test("counts coins of days without a price as mined, and paid with nothing", () => {
  const thermocap = new ThermocapMultiple();
  const first = bitcoinRow(29, { price: 2, priced: 0 });
  expect(thermocap.append(first)).toBeCloseTo(Math.log((2 * (3_447_800 + 29 * 7200)) / 14_400), 12);
});
