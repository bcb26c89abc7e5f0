import { expect, test } from "vitest";
import { buyingOf } from "../../../src/backtest/baseline-record.js";

test("plain buying costs the harmonic mean of the prices, scaled buying weighs them by 2 - reading / 50", () => {
  const days = [
    { price: 10, reading: 0 },
    { price: 40, reading: 75 },
  ];
  const plain = 2 / (1 / 10 + 1 / 40);
  const scaled = 2.5 / (2 / 10 + 0.5 / 40);
  expect(buyingOf(days)).toEqual({ days: 2, plainCostUsd: plain, scaledCostUsd: scaled, ratio: scaled / plain });
  expect(scaled / plain).toBeCloseTo(0.735294, 6);
});

test("a reading that never moves changes nothing", () => {
  expect(buyingOf([3, 7, 20].map((price) => ({ price, reading: 30 })))?.ratio).toBeCloseTo(1, 12);
});

test("there is none without days, or where the scaled way never bought", () => {
  expect(buyingOf([])).toBeUndefined();
  expect(buyingOf([{ price: 5, reading: 100 }])).toBeUndefined();
});
