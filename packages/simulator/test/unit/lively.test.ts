import { CycleModel, type DayInputs, FIRST_DAY, type SettledPhase, settle, type UtcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { DAY_MS, dayNumber, HOUR_MS } from "../../src/market/calendar.js";
import { livelySwing } from "../../src/market/lively.js";
import { simulatedMarket } from "../../src/market/market.js";

const START = dayNumber("2027-08-01"); // the score stands in the middle of a phase, which is hardest to leave
const DAYS = 20;
const calm = simulatedMarket();
const lively = simulatedMarket(livelySwing(START * DAY_MS));
const { BTC } = lively.coins;

describe("the market of the demo", () => {
  test("is that of the tests until seven weeks before its start", () => {
    for (const day of [dayNumber("2013-11-29"), dayNumber("2025-10-06"), START - 50]) {
      expect(BTC.closeOf(day)).toBe(calm.coins.BTC.closeOf(day));
      const hour = { openMs: day * DAY_MS, lengthMs: HOUR_MS, nowMs: (day + 1) * DAY_MS };
      expect(BTC.candle(hour)).toEqual(calm.coins.BTC.candle(hour));
    }
  });

  test("has candles that agree with its prices", () => {
    for (let hour = START * 24; hour < (START + 2) * 24; hour += 1) {
      const candle = BTC.candle({ openMs: hour * HOUR_MS, lengthMs: HOUR_MS, nowMs: (hour + 1) * HOUR_MS });
      expect(candle?.open).toBeCloseTo(BTC.priceAt(hour * HOUR_MS), 6);
      expect(candle?.close).toBeCloseTo(BTC.priceAt((hour + 1) * HOUR_MS), 6);
    }
    expect(BTC.closeOf(START)).toBeCloseTo(BTC.priceAt((START + 1) * DAY_MS), 6);
  });

  test("leaves a phase on most days, and settles in another one within some days", () => {
    const { changedDays, settledChanges } = lives();
    expect(changedDays).toBeGreaterThan(0.8 * DAYS);
    expect(settledChanges).toBeGreaterThan(2);
  });
});

/** What the model says of the demo's first days, hour by hour and of the rows of 06:00 UTC. */
function lives(): { readonly changedDays: number; readonly settledChanges: number } {
  const model = new CycleModel();
  for (let day: number = FIRST_DAY; day < START; day += 1) model.append(inputs(day, BTC.closeOf(day)));
  let [changedDays, settledChanges] = [0, 0];
  let settled: SettledPhase | undefined;
  for (let day = START; day < START + DAYS; day += 1) {
    const phases = new Set<string>();
    for (let hour = 0; hour < 24; hour += 1) {
      const { btc } = model
        .clone()
        .append({ ...inputs(day, BTC.priceAt(day * DAY_MS + hour * HOUR_MS)), mvrv: undefined });
      phases.add(`${btc?.phase}`);
      const next = hour === 6 && btc !== undefined ? settle(settled, btc.score, day as UtcDay) : settled;
      if (settled !== undefined && next?.phase !== settled.phase) settledChanges += 1;
      settled = next;
    }
    if (phases.size > 1) changedDays += 1;
    model.append(inputs(day, BTC.closeOf(day)));
  }
  return { changedDays, settledChanges };
}

function inputs(day: number, price: number): DayInputs {
  const mvrv = lively.realized.BTC.mvrvOf(day);
  return { price, mvrv, fearGreed: lively.fearAndGreed(day), dominance: undefined, majors: {} };
}
