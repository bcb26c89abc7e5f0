import { formatDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { cyclePast } from "../../../src/http/cycle-past.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { sampleRows, sampleSnapshot } from "./samples.js";

const ROWS = sampleRows();
const SETTLED = ROWS.map(({ day }) => ({ phase: "HOT", since: ROWS[0]!.day, day, daysAway: 0 }) as const);
const SOURCES = {
  record: SAMPLE_RECORD,
  context: { rows: ROWS, settled: SETTLED },
  score: sampleSnapshot().score,
};

describe("the data of the long chart", () => {
  const past = cyclePast(SOURCES);
  const points = past?.points ?? [];

  test("is a point a week from the first score on, a day in the last 30 days, and the newest score", () => {
    expect(formatDay(points[0]!.day)).toBe(SAMPLE_RECORD.from);
    expect(points.at(-1)).toMatchObject({ priceUsd: 84_391.27, score: SOURCES.score.btc.score });
    const gaps = points.slice(1).map(({ day }, i) => day - points[i]!.day);
    expect(gaps.slice(-29).every((gap) => gap === 1)).toBe(true);
    expect(gaps.slice(0, -30).every((gap) => gap === 7)).toBe(true);
  });

  test("has the settled phase of each day: of the rows, and before them of the stays of the record", () => {
    expect(points.slice(-30).every(({ phase }) => phase === points.at(-2)?.phase)).toBe(false);
    expect(points.slice(-30, -1).every(({ phase }) => phase === "HOT")).toBe(true);
    for (const { day, phase } of points.slice(0, -30)) {
      const stay = SAMPLE_RECORD.stays.findLast(({ from }) => from <= formatDay(day));
      expect(phase).toBe(stay?.phase);
    }
  });

  test("marks one high and one low between two halvings as the main ones", () => {
    const main = (past?.turns ?? []).filter(({ isMain }) => isMain);
    expect(main.length).toBeGreaterThan(3);
    const keys = SAMPLE_RECORD.turns.filter(({ isFinal }) => isFinal).map(({ kind, cycle }) => `${kind} ${cycle}`);
    expect(main).toHaveLength(new Set(keys).size);
  });

  test("does not exist without a second point", () => {
    const record = { ...SAMPLE_RECORD, curve: [] };
    expect(cyclePast({ ...SOURCES, record, context: undefined })).toBeUndefined();
  });
});
