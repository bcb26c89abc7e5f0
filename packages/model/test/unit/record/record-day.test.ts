import { expect, test } from "vitest";
import { evaluateDays } from "../../../src/engine/cycle-model.js";
import { BandPosition, timeWeight } from "../../../src/engine/series/band-position.js";
import { formatDay } from "../../../src/instant.js";
import { readDays } from "../../../src/record/record-day.js";
import { syntheticDays } from "../../support/synthetic-market.js";

const DAYS = 1500;
const MARKET = syntheticDays(DAYS);
const READ = readDays(MARKET);

test("the score, its flags and the readings that are positions of the model are the model's own", () => {
  const evaluations = evaluateDays(MARKET);
  expect(READ.map(({ btc, context }) => ({ btc, context }))).toEqual(
    evaluations.map(({ btc, context }) => ({ btc, context })),
  );
  expect(READ.map(({ readings }) => [readings.score, readings.mvrv, readings.powerLaw])).toEqual(
    evaluations.map(({ btc, positions }) => [btc?.raw, positions.mvrv, positions.plaw]),
  );
});

test("a day has its date and its price, a missing one that of the day before", () => {
  expect([formatDay(READ[0]!.day), formatDay(READ[1000]!.day)]).toEqual(["2010-07-18", "2013-04-13"]);
  expect(MARKET[641]?.price).toBeUndefined();
  expect(READ[641]?.price).toBe(MARKET[639]?.price);
});

test("Fear & Greed is the vendor's number of the day, or missing", () => {
  expect(READ.map(({ readings }) => readings.fearGreed)).toEqual(MARKET.map(({ fearGreed }) => fearGreed));
});

test("the Mayer multiple reads where price over average lies in the band of its past, after two years", () => {
  expect([READ[728]?.readings.mayer, typeof READ[729]?.readings.mayer]).toEqual([undefined, "number"]);
  const band = new BandPosition();
  const prices = READ.map(({ price }) => price);
  const expected = prices.map((price, row) => {
    const mean = prices.slice(row - 199, row + 1).reduce((sum, each) => sum + each, 0) / 200;
    return band.append(
      { index: row, priced: row, age: 0, price, weight: timeWeight(row) },
      row < 199 ? undefined : Math.log(price / mean),
    );
  });
  expect(READ[1000]?.readings.mayer).toBeCloseTo(expected[1000] ?? Number.NaN, 8);
});

test("begins with the first day that has a price", () => {
  const late = MARKET.slice(0, 40).map((inputs, row) => (row < 29 ? { ...inputs, price: undefined } : inputs));
  const days = readDays(late);
  expect(days).toHaveLength(11);
  expect([days[0]?.day, days[0]?.price]).toEqual([READ[29]?.day, MARKET[29]?.price]);
});
