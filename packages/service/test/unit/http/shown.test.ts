import { viewOf } from "peak-cycle-drawing";
import { formatDay, instantOf } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { cyclePast, withPriceNow } from "../../../src/http/shown/cycle-past.js";
import { Shown } from "../../../src/http/shown/shown.js";
import { cycleTurns } from "../../../src/pages/record/record-past.js";
import { Published } from "../../../src/published/published.js";
import { SAMPLE_NOW } from "../../support/sample-chart.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { showHistory } from "../../support/show-history.js";
import { publishSample, sampleRows, sampleSnapshot } from "./samples.js";

const { score, market } = sampleSnapshot();

describe("what pictures show", () => {
  function samplePublished(): Published {
    const published = new Published();
    publishSample(published);
    showHistory(published, { rows: sampleRows() });
    return published;
  }

  test("is the score with the price it stands on, as published, fresh or stale", () => {
    const state = new Shown(samplePublished()).pictures;
    expect(state).toMatchObject({ computedAt: score.computedAt, btc: { now: SAMPLE_NOW } });
    expect(viewOf(state, true, "btc").now?.isStale).toBe(true);
  });

  test("is nothing before anything is published, and no score without all figures", () => {
    const published = new Published();
    published.show({ score, market: { btcPrice: market.btcPrice } });
    const nothing = { now: undefined, days: [] };
    expect(new Shown(published).pictures).toEqual({ btc: nothing, crypto: { asset: "crypto", ...nothing } });
  });

  test("is the same object until the score, the days or the long chart change", () => {
    const published = samplePublished();
    const shown = new Shown(published);
    const state = shown.pictures;
    published.show({ score: { ...score }, market: { ...market, btcPrice: { ...market.btcPrice, value: 1 } } });
    showHistory(published, { rows: sampleRows() });
    expect(shown.pictures).toBe(state);
    published.record.put(SAMPLE_RECORD);
    expect(shown.pictures).toMatchObject({ cycle: { turns: expect.any(Array) } });
    published.show({ score: { ...score, computedAt: instantOf("2026-11-21T08:05:00Z") } });
    expect(shown.pictures.computedAt).not.toBe(state.computedAt);
  });

  test("has no days unless there are 30, as the public history", () => {
    const published = samplePublished();
    const shown = new Shown(published);
    const newest = { date: "2026-11-21", score: 44.1, phase: "BULL", priceUsd: 80_029.13 };
    expect(shown.pictures.btc.days.at(-1)).toEqual(newest);
    showHistory(published, { rows: sampleRows("2026-11-21", 29) });
    expect(shown.pictures.btc.days).toEqual([]);
  });
});

describe("the data of the long chart", () => {
  const rows = sampleRows().map((row) => ({ ...row, settled: "HOT" as const }));
  const settled = { phase: "HOT", since: rows[0]!.day, day: rows.at(-1)!.day, daysAway: 0 } as const;
  const sources = { record: SAMPLE_RECORD, context: { rows, settled }, score };
  const past = cyclePast(sources)!;
  const { points, daily } = past;
  const gaps = (some: typeof points) => some.slice(1).map(({ day }, i) => day - some[i]!.day);

  test("is a point a week from the first score on, and the last 30 days; the newest score ends both", () => {
    expect(formatDay(points[0]!.day)).toBe(SAMPLE_RECORD.from);
    const newest = { priceUsd: 84_391.27, score: score.btc.score };
    expect([points.at(-1), daily.at(-1)]).toMatchObject([newest, newest]);
    expect(new Set(gaps(daily))).toEqual(new Set([1]));
    const turns = new Set(past.turns.map(({ day }) => day));
    const weeks = gaps(points.filter(({ day }) => !turns.has(day))).slice(0, -1);
    expect(weeks.every((gap) => gap % 7 === 0)).toBe(true);
  });

  test("has the day of every high and low as a point, and no yesterday beside today", () => {
    for (const { day, priceUsd, score: reading } of past.turns) {
      expect(points.find((point) => point.day === day)).toMatchObject({ priceUsd, score: reading });
    }
    const curve = [...SAMPLE_RECORD.curve, { ...SAMPLE_RECORD.curve.at(-1)!, day: "2026-11-20" }];
    const again = cyclePast({ ...sources, record: { ...SAMPLE_RECORD, curve } });
    expect(again?.points.map(({ day }) => formatDay(day))).not.toContain("2026-11-20");
  });

  test("has the settled phase of each day: of the rows, and before them of the stays of the record", () => {
    expect(daily.slice(0, -1).every(({ phase }) => phase === "HOT")).toBe(true);
    for (const { day, phase } of points.slice(0, -1)) {
      expect(phase).toBe(SAMPLE_RECORD.stays.findLast(({ from }) => from <= formatDay(day))?.phase);
    }
  });

  test("marks the highest high between two halvings, and the lowest low after it once that is final", () => {
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
    const moved = withPriceNow(past, 90_000.5);
    expect([moved.points.at(-1)?.priceUsd, moved.daily.at(-1)?.priceUsd]).toEqual([90_000.5, 90_000.5]);
    expect(moved.points.slice(0, -1)).toEqual(points.slice(0, -1));
  });
});
