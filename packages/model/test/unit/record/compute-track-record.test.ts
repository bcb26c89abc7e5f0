import { expect, test } from "vitest";
import { evaluateDays } from "../../../src/engine/cycle-model.js";
import { NotEnoughDataError } from "../../../src/errors.js";
import { MODEL_VERSION } from "../../../src/evaluation.js";
import { trackRecord } from "../../../src/record/compute-track-record.js";
import { syntheticDays } from "../../support/synthetic-market.js";

const MARKET = syntheticDays(1300);

test("the track record has the model's version and the first and last day with a score", () => {
  expect(trackRecord(MARKET)).toMatchObject({ modelVersion: MODEL_VERSION, from: "2012-07-16", to: "2014-02-06" });
});

test("the curve has every seventh day from the first on, and the last one", () => {
  const { curve } = trackRecord(MARKET);
  const evaluations = evaluateDays(MARKET);
  expect(curve).toHaveLength(187);
  expect(curve.slice(0, 2).map(({ day }) => day)).toEqual(["2010-07-18", "2010-07-25"]);
  expect(curve.slice(-2).map(({ day }) => day)).toEqual(["2014-02-02", "2014-02-06"]);
  expect(curve[0]).toEqual({ day: "2010-07-18", priceUsd: MARKET[0]?.price, score: undefined });
  const { score } = evaluations[1295]!.btc!;
  expect(curve[185]).toEqual({ day: "2014-02-02", priceUsd: MARKET[1295]?.price, score });
});

test("there is no record before the first score", () => {
  expect(() => trackRecord(MARKET.slice(0, 729))).toThrow(NotEnoughDataError);
  expect(() => trackRecord([])).toThrow(NotEnoughDataError);
  expect(trackRecord(MARKET.slice(0, 730))).toMatchObject({ from: "2012-07-16", to: "2012-07-16" });
});
