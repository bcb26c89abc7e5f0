import { beforeAll, describe, expect, test } from "vitest";
import type { DayInputs } from "../../../src/day.js";
import { CycleModel, evaluateDays } from "../../../src/engine/cycle-model.js";
import { NotEnoughDataError } from "../../../src/errors.js";
import type { Evaluation } from "../../../src/evaluation.js";
import { NOTHING, syntheticDays } from "../../support/synthetic-market.js";

const days = syntheticDays(1700);
let evaluations: Evaluation[];
beforeAll(() => {
  evaluations = evaluateDays(days);
});

test("the basket begins with its first return, and the crypto score is Bitcoin's until the basket has one", () => {
  const first = evaluations.findIndex((each) => each.basket !== undefined);
  expect(first).toBe(930); // LTC from row 900 and thirty days of prices
  expect(evaluations[first]?.basket?.score).toBeUndefined();
  expect(evaluations[first]?.crypto?.raw).toBe(evaluations[first]?.btc?.raw);
  const scored = evaluations.findIndex((each) => each.basket?.score !== undefined);
  expect(scored).toBe(930 + 729);
  expect(evaluations[scored]?.crypto?.raw).not.toBe(evaluations[scored]?.btc?.raw);
});

describe("a provisional row", () => {
  const running: DayInputs = { ...NOTHING, price: 800 };

  test("holds realized price, the Fear & Greed average and dominance", () => {
    const model = new CycleModel();
    const known = days.slice(0, 1600);
    for (const inputs of known) model.append(inputs);
    const last = known.at(-1);
    const ratio = ((last?.mvrv ?? 0) * 800) / (last?.price ?? 1);
    const held = model.clone().append(running);
    const stated = model.clone().append({ ...running, mvrv: ratio });
    expect(held.positions.mvrv).toBeCloseTo(stated.positions.mvrv ?? -1, 9);
    expect(held.positions.fng).toBe(evaluations[1599]?.positions.fng);
    expect(held.coverage).toBe(1);
  });
});

test("a missing price is held for three days; the fourth is refused by date, and the model stays as it was", () => {
  const model = new CycleModel();
  model.append({ ...NOTHING, price: 1 });
  for (let i = 0; i < 3; i += 1) model.append(NOTHING);
  expect(() => model.append(NOTHING)).toThrow(NotEnoughDataError);
  expect(() => model.append(NOTHING)).toThrow("2010-07-22");
  expect(model.rows).toBe(4);
  model.append({ ...NOTHING, price: 2 });
  expect(model.rows).toBe(5);
});

test("a number that cannot be is refused, and the model stays as it was", () => {
  const model = new CycleModel();
  model.append({ ...NOTHING, price: 1 });
  expect(() => model.append({ ...NOTHING, price: 0 })).toThrow(RangeError);
  expect(() => model.append({ ...NOTHING, price: 1, majors: { eth: Number.NaN } })).toThrow(RangeError);
  expect(model.rows).toBe(1);
});
