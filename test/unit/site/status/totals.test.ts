import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, plus, startOf } from "../../../../src/domain/instant.js";
import { rowFate, totalsOf } from "../../../../src/site/status/totals.js";
import { AT, servedDay } from "./standing.js";

describe("the row of a day", () => {
  const today = servedDay(0, { row: undefined });
  const quarterPast = plus(startOf(today.day), 6 * HOUR_MS + 15 * MINUTE_MS);

  test("is awaited until a quarter past six, and then missing", () => {
    expect(rowFate(today, plus(quarterPast, -1))).toBe("awaited");
    expect(rowFate(today, quarterPast)).toBe("missing");
    expect(rowFate(servedDay(1, { row: undefined }), plus(quarterPast, -1))).toBe("missing");
  });

  test("is what its origin says once it is there", () => {
    for (const origin of ["live", "late", "backfill"] as const)
      expect(rowFate(servedDay(1, {}, origin), AT)).toBe(origin);
  });
});

describe("days together", () => {
  test("count hours and rows, and weigh freshness by the hours that were due", () => {
    const days = [
      servedDay(3, { freshShare: 0.5 }, "late"),
      servedDay(2, { scoredHours: 3, dueHours: 3 }, "backfill"),
      servedDay(1, { scoredHours: 20, row: undefined }),
      servedDay(0, { scoredHours: 0, dueHours: 0, freshShare: 0 }),
    ];
    const totals = totalsOf(days, AT);
    expect(totals).toMatchObject({ days: 4, scoredHours: 47, dueHours: 51 });
    expect(totals.freshShare).toBeCloseTo((12 + 3 + 24) / 51, 12);
    expect(totals.fates).toEqual({ live: 1, late: 1, missing: 1, awaited: 0, backfill: 1 });
  });

  test("of which no hour was due yet are fresh", () => {
    expect(totalsOf([servedDay(0, { scoredHours: 0, dueHours: 0 })], AT).freshShare).toBe(1);
  });
});
