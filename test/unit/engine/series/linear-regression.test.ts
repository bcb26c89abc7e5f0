import { expect, test } from "vitest";
import { LinearRegression } from "../../../../src/engine/series/linear-regression.js";

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

test("a clone goes its own way", () => {
  const fit = new LinearRegression();
  fit.append(0, 0);
  fit.append(1, 0);
  fit.clone().append(2, 99);
  expect(fit.append(2, 3)).toBeCloseTo(0.5, 12);
});
