import { instantOf, utcDay } from "peak-cycle-model";
import { expect, test } from "vitest";
import type { FirstStart } from "../../../src/domain/first-start.js";
import { STEPS, trackFirstStart } from "../../../src/ingest/backfill-steps.js";

function tracked() {
  let now = instantOf("2026-11-21T07:00:00Z");
  const states: FirstStart[] = [];
  const report = trackFirstStart({ now: () => now }, (state) => states.push(state));
  const after = (seconds: number, ...days: Parameters<typeof report>) => {
    now = (now + seconds * 1000) as typeof now;
    report(...days);
    return states.at(-1);
  };
  return after;
}

test("the share is that of all parts from the first report, the scores of past days included", () => {
  const days = STEPS.map(({ from }) => utcDay("2026-11-21") - from);
  const all = days.reduce((sum, each) => sum + each, utcDay("2026-11-21") - utcDay("2010-07-18"));
  expect(tracked()(0, "btc-close", 600, days[0] ?? 0)?.share).toBeCloseTo(600 / all, 12);
});

test("the time left follows from the pace, and is unknown until there is one", () => {
  const after = tracked();
  after(0, "btc-close", 0, 6000);
  expect(after(1, "btc-close", 600, 6000)?.secondsLeft).toBeUndefined();
  const { share = 0, secondsLeft } = after(9, "btc-close", 1000, 6000) ?? {};
  expect(secondsLeft).toBe(Math.round((1 / share - 1) * 10));
});

test("what an earlier run has left does not count as pace", () => {
  const after = tracked();
  after(0, "btc-close", 6000, 6000);
  expect(after(10, "mvrv", 0, 6000)?.secondsLeft).toBeUndefined();
});

test("when nothing has come for two minutes it says since when, and promises no end", () => {
  const after = tracked();
  after(0, "btc-close", 0, 6000);
  expect(after(5, "btc-close", 5990, 6000)).toMatchObject({ stalledSince: undefined, secondsLeft: expect.any(Number) });
  const since = instantOf("2026-11-21T07:00:05Z");
  expect(after(120, "mvrv", 0, 6000)).toMatchObject({ stalledSince: since, secondsLeft: undefined });
  expect(after(60, "mvrv", 1, 6000)).toMatchObject({ stalledSince: undefined, secondsLeft: expect.any(Number) });
});

test("closes add up over pages, oldest first, and a restated one takes the place of the first", () => {
  const after = tracked();
  const day = (text: string) => utcDay(text);
  after(0, "btc-close", 14, 6000, [
    [day("2024-01-11"), 2],
    [day("2024-01-18"), 3],
  ]);
  const state = after(1, "btc-close", 21, 6000, [
    [day("2024-01-04"), 1],
    [day("2024-01-18"), 4],
  ]);
  expect(state?.prices.map(([, price]) => price)).toEqual([1, 2, 4]);
  expect(after(1, "mvrv", 0, 6000)?.prices).toBe(state?.prices);
});
