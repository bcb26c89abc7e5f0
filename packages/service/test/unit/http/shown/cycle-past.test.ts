import { formatDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { cyclePast, withPriceNow } from "../../../../src/http/shown/cycle-past.js";
import { cycleTurns } from "../../../../src/pages/record/record-past.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";
import { sampleRows, sampleSnapshot } from "../samples.js";

const ROWS = sampleRows();
const SETTLED = ROWS.map(({ day }) => ({ phase: "HOT", since: ROWS[0]!.day, day, daysAway: 0 }) as const);
const SOURCES = {
  record: SAMPLE_RECORD,
  context: { rows: ROWS, settled: SETTLED },
  score: sampleSnapshot().score,
};

describe("the data of the long chart", () => {
  const past = cyclePast(SOURCES);
  const [points, daily] = [past?.points ?? [], past?.daily ?? []];
  const gaps = (some: typeof points) => some.slice(1).map(({ day }, i) => day - some[i]!.day);

  test("is a point a week from the first score on, and the last 30 days; the newest score ends both", () => {
    expect(formatDay(points[0]!.day)).toBe(SAMPLE_RECORD.from);
    const newest = { priceUsd: 84_391.27, score: SOURCES.score.btc.score };
    expect([points.at(-1), daily.at(-1)]).toMatchObject([newest, newest]);
    expect(new Set(gaps(daily))).toEqual(new Set([1]));
    const turns = new Set(past?.turns.map(({ day }) => day));
    const weeks = gaps(points.filter(({ day }) => !turns.has(day))).slice(0, -1);
    expect(weeks.every((gap) => gap % 7 === 0)).toBe(true);
  });

  test("has the day of every high and low of the record as a point, with its price and score", () => {
    for (const { day, priceUsd, score } of past?.turns ?? []) {
      expect(points.find((point) => point.day === day)).toMatchObject({ priceUsd, score });
    }
  });

  test("has no point of yesterday beside today's: the record ends with one that is no week after the last", () => {
    expect(gaps(points).at(-1)).toBeLessThanOrEqual(7);
    const curve = [...SAMPLE_RECORD.curve, { ...SAMPLE_RECORD.curve.at(-1)!, day: "2026-11-20" }];
    const again = cyclePast({ ...SOURCES, record: { ...SAMPLE_RECORD, curve } });
    expect(again?.points.map(({ day }) => formatDay(day))).not.toContain("2026-11-20");
  });

  test("has the settled phase of each day: of the rows, and before them of the stays of the record", () => {
    expect(daily.slice(0, -1).every(({ phase }) => phase === "HOT")).toBe(true);
    for (const { day, phase } of points.slice(0, -1)) {
      const stay = SAMPLE_RECORD.stays.findLast(({ from }) => from <= formatDay(day));
      expect(phase).toBe(stay?.phase);
    }
  });

  test("marks the highest high between two halvings as a main one, and the lowest low from it to the next, once final", () => {
    const prices = [230, 67, 1150, 170, 19_500, 3012, 13_138, 5000, 69_896, 14_920, 124_006, 60_762];
    const turns = prices.map((priceUsd, i) => ({
      ...SAMPLE_RECORD.turns[0]!,
      ...{ kind: i % 2 === 0 ? ("high" as const) : ("low" as const), cycle: Math.ceil((i + 1) / 4), priceUsd },
      ...{ day: `${2013 + i}-01-01`, isFinal: i < prices.length - 1 },
    }));
    const main = cycleTurns(turns).filter(({ isMain }) => isMain);
    expect(main.map(({ priceUsd }) => priceUsd)).toEqual([1150, 170, 19_500, 3012, 124_006]);
  });

  test("has another price now alone, so that a page says one price", () => {
    const moved = past && withPriceNow(past, 90_000.5);
    expect([moved?.points.at(-1), moved?.daily.at(-1)]).toEqual(
      [points, daily].map((some) => ({ ...some.at(-1), priceUsd: 90_000.5 })),
    );
    expect([moved?.points.slice(0, -1), moved?.daily.slice(0, -1)]).toEqual([points.slice(0, -1), daily.slice(0, -1)]);
  });

  test("does not exist without a second point", () => {
    const record = { ...SAMPLE_RECORD, curve: [], turns: [] };
    expect(cyclePast({ ...SOURCES, record, context: undefined })).toBeUndefined();
  });
});
