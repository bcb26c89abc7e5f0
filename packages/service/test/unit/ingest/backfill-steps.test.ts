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

test("every part is there from the first report, in the order in which they are fetched", () => {
  const state = tracked()(0, "btc-close", 0, 5970);
  expect(state?.parts.map(({ part }) => part)).toEqual([...STEPS.map(({ metric }) => metric), "history"]);
  expect(state?.share).toBe(0);
  expect(state?.parts.every(({ total }) => total > 1000)).toBe(true);
});

test("the time left follows from the pace, and is unknown until there is one", () => {
  const after = tracked();
  const all = after(0, "btc-close", 0, 6000)?.parts.reduce((sum, { total }) => sum + total, 0) ?? 0;
  expect(after(1, "btc-close", 600, 6000)?.secondsLeft).toBeUndefined();
  const state = after(9, "btc-close", 1000, 6000);
  expect(state?.secondsLeft).toBe(Math.round(((all - 1000) / 1000) * 10));
  expect(state?.share).toBeCloseTo(1000 / all, 12);
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
