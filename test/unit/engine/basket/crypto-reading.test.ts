import { expect, test } from "vitest";
import { cryptoReading } from "../../../../src/engine/basket/crypto-reading.js";

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
