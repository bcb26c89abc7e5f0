import { dataOf } from "peak-cycle-drawing";
import { formatDay, HOUR_MS, instantOf, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { pictureSource, pictureView } from "../../../src/http/picture-view.js";
import { cyclePast, cycleTurns } from "../../../src/pages/cycle-past.js";
import { Published } from "../../../src/published/published.js";
import { samplePublished, sampleRows, sampleSnapshot } from "../../support/sample-published.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { showHistory } from "../../support/show-history.js";

const { score, market } = sampleSnapshot();
const NOW = instantOf("2026-11-21T07:06:00Z");

describe("what pictures show", () => {
  test("is the score with the price it is based on, as published, fresh or stale", () => {
    const published = samplePublished();
    const shown = {
      ...{ score: 47.3, phase: "BULL", signal: "CAUTION", descentGuard: false, topRisk: true },
      ...{ updatedAt: "2026-11-21T07:05:00.250Z", isStale: false, priceUsd: 84_391.27 },
    };
    expect(pictureView(pictureSource(published, NOW)).now).toEqual(shown);
    const late = pictureView(pictureSource(published, plus(NOW, 3 * HOUR_MS)));
    expect(late.now).toEqual({ ...shown, isStale: true, ageHours: 3 });
  });

  test.each(["btc", "crypto"] as const)("is empty for %s until all figures are known", (asset) => {
    const published = new Published();
    published.show({ score, market: { btcPrice: market.btcPrice } });
    expect(pictureView(pictureSource(published, NOW), asset)).toMatchObject({ now: undefined, days: [] });
  });

  test("is redrawn when the score, the days or the record change, but not with the live price", () => {
    const published = samplePublished();
    const before = Object.values(pictureSource(published, NOW));
    const changed = () => Object.values(pictureSource(published, NOW)).filter((each, i) => each !== before[i]).length;
    published.show({ market: { ...market, btcPrice: { ...market.btcPrice, value: 1 } } });
    expect(changed()).toBe(0);
    published.record.put(SAMPLE_RECORD);
    published.show({ score: { ...score, computedAt: NOW } });
    showHistory(published, { rows: sampleRows("2026-11-22") });
    expect(changed()).toBe(3);
  });

  test("has no days unless there are 30, like the public history", () => {
    const published = samplePublished();
    const days = () => pictureView(pictureSource(published, NOW)).days;
    expect(days().at(-1)).toEqual({ date: "2026-11-21", score: 44.1, phase: "BULL", priceUsd: 80_029.13 });
    showHistory(published, { rows: sampleRows("2026-11-21", 29) });
    expect(days()).toEqual([]);
  });
});

describe("the data of the long chart", () => {
  const rows = sampleRows("2026-11-21", 1400);
  const past = cyclePast(SAMPLE_RECORD, rows, score)!;
  const { points, daily } = past;
  const gaps = (some: typeof points) => some.slice(1).map(({ day }, i) => day - some[i]!.day);

  test("have one point a week since the first score, and every day of the cycle; the newest score ends both", () => {
    expect(formatDay(points[0]!.day)).toBe(SAMPLE_RECORD.curve.find(({ score }) => score !== undefined)?.day);
    const newest = { priceUsd: 84_391.27, score: score.btc.score };
    expect([points.at(-1), daily.at(-1)]).toMatchObject([newest, newest]);
    expect(new Set(gaps(daily))).toEqual(new Set([1]));
    expect(formatDay(daily[0]!.day)).toBe("2024-04-20");
    const turns = new Set(past.turns.map(({ day }) => day));
    const weeks = gaps(points.filter(({ day }) => !turns.has(day))).slice(0, -1);
    expect(weeks.every((gap) => gap % 7 === 0)).toBe(true);
  });

  test("have a point for the day of every high and low, and none for yesterday next to today's", () => {
    for (const { day, priceUsd, score: reading } of past.turns) {
      expect(points.find((point) => point.day === day)).toMatchObject({ priceUsd, score: reading });
    }
    expect(SAMPLE_RECORD.curve.at(-1)?.day).toBe("2026-11-20");
    expect(points.map(({ day }) => formatDay(day))).not.toContain("2026-11-20");
  });

  test("have every third day of the cycle, and every day of the last year, both up to the newest", () => {
    for (const [range, step] of [
      ["cycle", 3],
      ["1y", 1],
      ["30d", 1],
    ] as const) {
      const { points: shown } = dataOf(past, range, false);
      expect(new Set(gaps(shown))).toEqual(new Set([step]));
      expect(shown.at(-1)).toEqual(daily.at(-1));
    }
  });

  test("are weekly where the days do not reach back to the start of a range", () => {
    const short = cyclePast(SAMPLE_RECORD, sampleRows(), score)!;
    expect(dataOf(short, "1y", false).points.length).toBeGreaterThan(50);
    expect(gaps(dataOf(short, "30d", false).points).every((gap) => gap === 1)).toBe(true);
  });

  test("mark the highest high between two halvings, and the lowest low after it once that is final", () => {
    const prices = [230, 67, 1150, 170, 19_500, 3012, 13_138, 5000, 69_896, 14_920, 124_006, 60_762];
    const turns = prices.map((priceUsd, i) => ({
      ...SAMPLE_RECORD.turns[0]!,
      ...{ kind: i % 2 === 0 ? ("high" as const) : ("low" as const), cycle: Math.ceil((i + 1) / 4), priceUsd },
      ...{ day: `${2013 + i}-01-01`, isFinal: i < prices.length - 1 },
    }));
    const main = cycleTurns(turns).filter(({ isMain }) => isMain);
    expect(main.map(({ priceUsd }) => priceUsd)).toEqual([1150, 170, 19_500, 3012, 124_006]);
  });
});
