import { expect, test } from "vitest";
import { circulatingSupply, LAST_SUPPLY_YEAR } from "../../../../src/engine/basket/supply.js";

test("gives the supply of a year, in millions", () => {
  expect(circulatingSupply("ada", 2024)).toBe(34690);
  expect(circulatingSupply("bnb", 2021)).toBe(144.4);
  expect(circulatingSupply("doge", 2015)).toBe(97190);
  expect(circulatingSupply("eth", 2020)).toBe(109.1);
  expect(circulatingSupply("ltc", 2013)).toBe(16.26);
  expect(circulatingSupply("sol", 2022)).toBe(309.1);
  expect(circulatingSupply("xrp", 2025)).toBe(57410);
});

test("a year the table lacks takes the coin's nearest one", () => {
  expect(circulatingSupply("xrp", 2014)).toBe(43340);
  expect(circulatingSupply("ada", 2031)).toBe(36270);
  expect(circulatingSupply("eth", 2026)).toBe(120.5);
});

test("the table reaches to 2026", () => {
  expect(LAST_SUPPLY_YEAR).toBe(2026);
});

test.each([
  ["ada", 2020, 2026, 236120],
  ["bnb", 2020, 2025, 922.4],
  ["doge", 2014, 2025, 1377730],
  ["eth", 2015, 2025, 1142.08],
  ["ltc", 2013, 2025, 704.07],
  ["sol", 2020, 2025, 1668.96],
  ["xrp", 2020, 2025, 298160],
] as const)("the entries of %s from %d to %d add up to %d", (major, from, to, total) => {
  let sum = 0;
  for (let year = from; year <= to; year += 1) sum += circulatingSupply(major, year);
  expect(sum).toBeCloseTo(total, 6);
});
