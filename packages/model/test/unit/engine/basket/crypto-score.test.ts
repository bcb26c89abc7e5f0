import { expect, test } from "vitest";
import { BasketIndex, cryptoReading, HeldDominance } from "../../../../src/engine/basket/crypto-score.js";
import { addDays, utcDay } from "../../../../src/instant.js";

test("the crypto score blends by Bitcoin's share: 71.000952 on 2021-11-08", () => {
  const reading = cryptoReading({ btc: 79.32444703, basket: 65.05559105, share: 0.416667 });
  expect(reading.raw).toBeCloseTo(71.000952, 6);
  expect([reading.score, reading.phase]).toEqual([71, "HOT"]);
});

test("the crypto score is Bitcoin's while the basket has none", () => {
  expect(cryptoReading({ btc: 19.96, basket: undefined, share: 0.4 })).toEqual({
    raw: 19.96,
    score: 20,
    phase: "ACUM",
  });
});

test("the newest dominance is held for seven days; then the share is 0.60 again", () => {
  const dominance = new HeldDominance();
  expect(dominance.append(45)).toBe(0.45);
  for (let day = 1; day <= 7; day += 1) expect(dominance.append(undefined)).toBe(0.45);
  expect(dominance.append(undefined)).toBe(0.6);
  expect(dominance.append(50)).toBe(0.5);
});

const START = utcDay("2015-01-01");
const price = (i: number) => Math.exp(Math.sin(i / 50) + i / 500);

function run(count: number, prices: (i: number) => number | undefined = price) {
  const index = new BasketIndex();
  return Array.from({ length: count }, (_, i) => index.append(addDays(START, i), { ltc: prices(i) }));
}

test("the first score of the basket is 729 rows after the first return", () => {
  const readings = run(800);
  expect(readings.findIndex((each) => each?.score !== undefined)).toBe(30 + 729);
});

test("the basket keeps its level without returns, and its score for seven days", () => {
  const readings = run(910, (i) => (i < 900 ? price(i) : undefined));
  const level = readings[899]?.level;
  expect(readings.slice(900).map((each) => each?.level)).toEqual(Array(10).fill(level));
  expect(readings.slice(900).map((each) => each?.score !== undefined)).toEqual([
    ...Array(7).fill(true),
    ...Array(3).fill(false),
  ]);
});
