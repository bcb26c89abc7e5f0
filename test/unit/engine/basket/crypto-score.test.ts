import { expect, test } from "vitest";
import { cryptoReading, HeldDominance } from "../../../../src/engine/basket/crypto-score.js";

test("blends by Bitcoin's share: 71.000952 on 2021-11-08", () => {
  const reading = cryptoReading({ btc: 79.32444703, basket: 65.05559105, share: 0.416667 });
  expect(reading.raw).toBeCloseTo(71.000952, 6);
  expect([reading.score, reading.phase]).toEqual([71, "HOT"]);
});

test("blends by Bitcoin's share: 11.548153 on 2018-12-15", () => {
  expect(cryptoReading({ btc: 13.15029, basket: 9.602011, share: 0.548475 }).raw).toBeCloseTo(11.548153, 5);
});

test("is Bitcoin's score while the basket has none", () => {
  expect(cryptoReading({ btc: 19.96, basket: undefined, share: 0.4 })).toEqual({
    raw: 19.96,
    score: 20,
    phase: "ACUM",
  });
});

test("never exceeds 100 by rounding", () => {
  const shares = Array.from({ length: 1000 }, (_, i) => i / 1000);
  expect(Math.max(...shares.map((share) => cryptoReading({ btc: 100, basket: 100, share }).raw))).toBe(100);
});

test("is 0.60 until one is known", () => {
  expect(new HeldDominance().append(undefined)).toBe(0.6);
});

test("holds the newest for seven days, then is 0.60 again", () => {
  const dominance = new HeldDominance();
  expect(dominance.append(45)).toBe(0.45);
  for (let day = 1; day <= 7; day += 1) expect(dominance.append(undefined)).toBe(0.45);
  expect(dominance.append(undefined)).toBe(0.6);
  expect(dominance.append(50)).toBe(0.5);
});

test("a clone goes its own way", () => {
  const dominance = new HeldDominance();
  dominance.append(45);
  dominance.clone().append(99);
  expect(dominance.append(undefined)).toBe(0.45);
});
