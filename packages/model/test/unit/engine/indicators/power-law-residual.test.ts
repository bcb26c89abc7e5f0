import { expect, test } from "vitest";
import { LinearRegression, PowerLawResidual } from "../../../../src/engine/indicators/power-law-residual.js";
import { bitcoinRow } from "../../../support/bitcoin-row.js";

test("is zero for a price that follows a power law of the days since the genesis block", () => {
  const residual = new PowerLawResidual();
  for (let index = 0; index < 50; index += 1) {
    const row = bitcoinRow(index, { price: 3 * (561 + index) ** 5.8 });
    const value = residual.append(row);
    if (index > 0) expect(value).toBeCloseTo(0, 9);
  }
});

test("a jump lifts it by less than the jump, since the line is drawn up with it", () => {
  const residual = new PowerLawResidual();
  for (let index = 0; index < 50; index += 1) residual.append(bitcoinRow(index, { price: (561 + index) ** 5 }));
  const value = residual.clone().append(bitcoinRow(50, { price: 2 * 611 ** 5 })) ?? 0;
  expect(value).toBeGreaterThan(0.5);
  expect(value).toBeLessThan(Math.log(2));
  expect(residual.append(bitcoinRow(50, { price: 611 ** 5 }))).toBeCloseTo(0, 9);
});

test("has no line through one point", () => {
  expect(new LinearRegression().append(1, 1)).toBeUndefined();
});

test("points on a line lie on it", () => {
  const fit = new LinearRegression();
  fit.append(0, 1);
  fit.append(1, 3);
  expect(fit.append(5, 11)).toBeCloseTo(0, 12);
});

test("gives the distance of the last point from the line through all of them", () => {
  const fit = new LinearRegression();
  fit.append(0, 0);
  fit.append(1, 0);
  // Slope 1.5, intercept -0.5: at 2 the line stands at 2.5.
  expect(fit.append(2, 3)).toBeCloseTo(0.5, 12);
});
