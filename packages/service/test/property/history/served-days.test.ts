import fc from "fast-check";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { servedDays } from "../../../src/history/served-days.js";

const BEGIN = Date.parse("2026-11-18T00:00:00Z") as Instant;

/** Moments of three days, on whole minutes. */
const minute = fc.integer({ min: 0, max: 3 * 1440 - 1 }).map((count) => (BEGIN + count * MINUTE_MS) as Instant);

const kept = fc
  .record({ computed: fc.array(minute, { minLength: 1, maxLength: 40 }), now: minute })
  .map(({ computed, now }) => {
    const first = Math.min(...computed) as Instant;
    return { first, computed, now: Math.max(now, first) as Instant };
  });

describe("days of an installation", () => {
  test("no share leaves 0 to 1, no day has more scored hours than due ones, none more than 24", () => {
    const any = fc.integer({ min: BEGIN, max: BEGIN + 3 * DAY_MS }).map((ms) => ms as Instant);
    fc.assert(
      fc.property(any, fc.array(any, { maxLength: 60 }), any, (first, computed, now) => {
        for (const day of servedDays({ first, computed, rows: [] }, now)) {
          expect(day.freshShare).toBeGreaterThanOrEqual(0);
          expect(day.freshShare).toBeLessThanOrEqual(1);
          expect(day.scoredHours).toBeLessThanOrEqual(day.dueHours);
          expect(day.dueHours).toBeLessThanOrEqual(24);
        }
      }),
    );
  });

  test("they are the same in whatever order the scores are given, and another score makes none worse", () => {
    fc.assert(
      fc.property(kept, minute, ({ first, computed, now }, extra) => {
        const told = servedDays({ first, computed, rows: [] }, now);
        expect(servedDays({ first, computed: [...computed].reverse(), rows: [] }, now)).toEqual(told);
        const more = servedDays({ first, computed: [...computed, extra], rows: [] }, now);
        told.forEach((day, i) => {
          expect(more[i]?.freshShare ?? 0).toBeGreaterThanOrEqual(day.freshShare - 1e-12);
          expect(more[i]?.scoredHours ?? 0).toBeGreaterThanOrEqual(day.scoredHours);
        });
      }),
    );
  });

  test("with a score in every hour no day lacks any", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: HOUR_MS - 1 }), { minLength: 72, maxLength: 72 }), (offsets) => {
        const computed = offsets.map((offset, hour) => (BEGIN + hour * HOUR_MS + offset) as Instant);
        const days = servedDays({ first: computed[0], computed, rows: [] }, (BEGIN + 3 * DAY_MS - 1) as Instant);
        expect(days.map(({ scoredHours, dueHours, freshShare }) => [scoredHours, dueHours, freshShare])).toEqual([
          [24, 24, 1],
          [24, 24, 1],
          [24, 24, 1],
        ]);
      }),
    );
  });
});
