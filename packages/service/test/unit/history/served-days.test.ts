import { addDays, DAY_MS, dayOf, HOUR_MS, type Instant, MINUTE_MS, plus, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { ServedDay } from "../../../src/domain/history.js";
import { SERVED_DAYS, type ServedFigures, servedDays, servedFrom } from "../../../src/history/served-days.js";
import { historyRow } from "../../contract/storage/samples.js";

const at = (text: string) => Date.parse(text) as Instant;

/** A score every hour at minute 7, from the hour of `from` to that of `to`. */
function hourly(from: string, to: string): readonly Instant[] {
  const count = (at(to) - at(from)) / HOUR_MS + 1;
  return Array.from({ length: count }, (_, i) => plus(at(from), i * HOUR_MS + 7 * MINUTE_MS));
}

function days(computed: readonly Instant[], now: string, rows: ServedFigures["rows"] = []): readonly ServedDay[] {
  return servedDays({ first: computed[0], computed, rows }, at(now));
}

describe("days of an installation", () => {
  test("there are none before the first score", () => {
    expect(servedDays({ first: undefined, computed: [], rows: [historyRow(1)] }, at("2026-11-20T10:00:00Z"))).toEqual(
      [],
    );
  });

  test("the first day counts from the hour of the first score, the running one up to the last score", () => {
    const [first, second, ...rest] = days(
      hourly("2026-11-20T21:00:00Z", "2026-11-21T02:00:00Z"),
      "2026-11-21T02:30:00Z",
    );
    expect(first).toMatchObject({ day: utcDay("2026-11-20"), scoredHours: 3, dueHours: 3, freshShare: 1 });
    expect(second).toMatchObject({ day: utcDay("2026-11-21"), scoredHours: 3, dueHours: 3, freshShare: 1 });
    expect(rest).toEqual([]);
  });

  test("an hour that has begun is not due before it has its score or is over", () => {
    const scores = hourly("2026-11-20T00:00:00Z", "2026-11-20T04:00:00Z");
    expect(days(scores, "2026-11-20T05:06:00Z")[0]).toMatchObject({ scoredHours: 5, dueHours: 5 });
    expect(days(scores, "2026-11-20T06:00:00Z")[0]).toMatchObject({ scoredHours: 5, dueHours: 6 });
  });

  test("a score is fresh for two hours, also past midnight, and nothing after it is", () => {
    const [first, second, third] = days(hourly("2026-11-20T00:00:00Z", "2026-11-20T23:00:00Z"), "2026-11-22T12:00:00Z");
    expect(first).toMatchObject({ scoredHours: 24, dueHours: 24, freshShare: 1 });
    expect(second?.freshShare).toBeCloseTo(67 / (24 * 60), 12);
    expect(second).toMatchObject({ scoredHours: 0, dueHours: 24 });
    expect(third).toMatchObject({ scoredHours: 0, dueHours: 12, freshShare: 0 });
  });

  test("one missed hour leaves the score fresh until two hours have passed", () => {
    const scores = hourly("2026-11-20T00:00:00Z", "2026-11-20T23:00:00Z").filter((_, i) => i !== 5 && i !== 6);
    const [day] = days(scores, "2026-11-21T00:00:00Z");
    expect(day).toMatchObject({ scoredHours: 22, dueHours: 24 });
    expect(day?.freshShare).toBeCloseTo(1 - 60 / (24 * 60 - 7), 12);
  });

  test("each day has its history row, however it was made", () => {
    const day = utcDay("2026-11-21");
    const rows = [{ ...historyRow(1), day, computedAt: at("2026-11-21T06:00:01Z"), origin: "live" as const }];
    const told = days(hourly("2026-11-20T00:00:00Z", "2026-11-21T07:00:00Z"), "2026-11-21T07:30:00Z", rows);
    expect(told.map(({ row }) => row)).toEqual([undefined, { computedAt: at("2026-11-21T06:00:01Z"), origin: "live" }]);
  });

  test("they are those of the last 366 days at most, and need no score from before `servedFrom`", () => {
    const now = at("2026-11-21T07:30:00Z");
    const first = at("2020-01-01T00:07:00Z");
    const count = 500 * 24;
    const computed = Array.from({ length: count }, (_, i) => plus(now, -23 * MINUTE_MS - i * HOUR_MS));
    const all = servedDays({ first, computed, rows: [] }, now);
    expect(all).toHaveLength(SERVED_DAYS);
    expect(all[0]?.day).toBe(addDays(dayOf(now), -365));
    expect(all.every(({ freshShare, scoredHours, dueHours }) => freshShare === 1 && scoredHours === dueHours)).toBe(
      true,
    );
    const needed = computed.filter((each) => each >= servedFrom(now));
    expect(servedDays({ first, computed: needed, rows: [] }, now)).toEqual(all);
    expect(startOf(all[0]?.day ?? dayOf(now)) - servedFrom(now)).toBeLessThan(DAY_MS);
  });

  test("a clock that is behind that of another instance is no trouble", () => {
    const first = at("2026-11-20T23:59:59.500Z");
    expect(servedDays({ first, computed: [first], rows: [] }, at("2026-11-20T23:59:59Z"))).toEqual([
      { day: utcDay("2026-11-20"), scoredHours: 1, dueHours: 1, freshShare: 1, row: undefined },
    ]);
    expect(servedDays({ first: at("2026-11-21T00:00:00Z"), computed: [], rows: [] }, first)).toEqual([]);
  });
});
