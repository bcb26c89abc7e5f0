import { expect, test } from "vitest";
import { isPlausible } from "../../../src/domain/observation.js";

test("takes what can be true", () => {
  expect(isPlausible("btc-close", 0.05)).toBe(true);
  expect(isPlausible("mvrv", 146)).toBe(true);
  expect(isPlausible("fear-greed", 0)).toBe(true);
  expect(isPlausible("doge-close", 0.00008)).toBe(true);
});

test("refuses what cannot", () => {
  expect(isPlausible("btc-close", 0)).toBe(false);
  expect(isPlausible("fear-greed", 101)).toBe(false);
  expect(isPlausible("dominance", 4)).toBe(false);
  expect(isPlausible("usdt-price", 3)).toBe(false);
  for (const value of [Number.NaN, Infinity, -Infinity]) expect(isPlausible("mvrv", value)).toBe(false);
});
