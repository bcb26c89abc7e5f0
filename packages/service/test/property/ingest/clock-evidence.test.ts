import fc from "fast-check";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import { CLOCK_TOLERANCE_MS, clockEvidence } from "../../../src/ingest/clock-evidence.js";
import { quietLog } from "../../support/quiet-log.js";

const START = Date.parse("2026-11-21T12:00:00Z");

/** What happens between two attempts to freeze something. */
const step = fc.record({
  passesMs: fc.integer({ min: 0, max: 3 * 60 * MINUTE_MS }),
  sleeps: fc.boolean(),
  aheadMs: fc.oneof(fc.constant(0), fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS })),
  /** Sources that answer: of four, the first one is a liar. */
  heard: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 2 }),
});

test("however the clock jumps, nothing is frozen by a wrong one, and by a right one everything once two honest sources have answered", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.integer({ min: 3, max: 500 }), (steps, liarMinutes) => {
      const live = machine(liarMinutes);
      for (const each of steps) live(each);
    }),
  );
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** @returns lives through a step, then tries to freeze something */
function machine(liarMinutes: number): (step: Step) => void {
  const time = { true: START, aheadMs: 0, asleepMs: 0 };
  const clock = { now: () => (time.true + time.aheadMs) as Instant };
  const holds = publishingHolds({ clock, log: quietLog() });
  const evidence = clockEvidence({ clock, monotonicMs: () => time.true - time.asleepMs, holds });
  const hear = (source: number) => {
    const at = (time.true + (source === 0 ? liarMinutes * MINUTE_MS : 0)) as Instant;
    evidence.note({ source: String(source), from: at, to: at });
  };
  return ({ passesMs, sleeps, aheadMs, heard }) => {
    time.true += passesMs;
    if (sleeps) time.asleepMs += passesMs;
    time.aheadMs = aheadMs;
    heard.forEach(hear);
    const isWrong = Math.abs(aheadMs) > CLOCK_TOLERANCE_MS + SECOND_MS;
    const honest = heard.filter((source) => source > 0).length;
    if (isWrong) expect(() => evidence.checkConfirmed()).toThrow();
    else if (honest > 1 && Math.abs(aheadMs) < CLOCK_TOLERANCE_MS) evidence.checkConfirmed();
  };
}
