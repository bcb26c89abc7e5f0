import { addDays, HOUR_MS, instantOf, plus, type SettledPhase, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore } from "../../../../src/domain/snapshot.js";
import type { SourceState } from "../../../../src/domain/source-state.js";
import { MetaReply, presentMeta } from "../../../../src/http/routes/meta.js";
import { type FigureSource, statusFigures } from "../../../../src/http/shown/meta-figures.js";
import { HISTORY_CONTEXT, STATES } from "../sample-extras.js";
import { sampleRows, sampleSnapshot } from "../samples.js";

const NOW = instantOf("2026-11-21T07:06:00Z");

const SOURCES = ["kraken", "brk"].map((source) => ({
  source,
  title: source.toUpperCase(),
  name: "credit",
  gives: "prices",
  link: "https://a.example",
  license: "none",
}));

const BASE: FigureSource = {
  ...sampleSnapshot(),
  context: HISTORY_CONTEXT,
  states: STATES,
  sources: SOURCES,
};

function meta(over: Partial<FigureSource> = {}, now = NOW) {
  const source = { ...BASE, ...over };
  const publisher = { indexName: "A", siteName: "B", baseUrl: "https://peak.example/" };
  return presentMeta(statusFigures(source, now), source.context, publisher);
}

/** The sample score with another part. */
function scored(changes: Partial<HourlyScore>): HourlyScore {
  return { ...sampleSnapshot().score, ...changes };
}

test("the answer passes its schema and says all of it", () => {
  expect(MetaReply.parse(meta())).toEqual(meta());
  expect(meta()).toMatchObject({
    model_version: "1",
    updated_at: "2026-11-21T07:05:00.250Z",
    stale: false,
    coverage: 1,
    btc: {
      score: 47.3,
      phase: "Bull Active",
      phase_key: "BULL",
      phase_since: "2026-11-10",
      days_in_phase: 12,
      change: { "1d": 3.2, "7d": 4, "30d": 7.3 },
    },
    market: { btc_price_usd: { source: "kraken", observed_at: "2026-11-21T07:04:30.000Z", age_seconds: 90 } },
  });
});

test("a figure that one source in use alone gives stands on a single word", () => {
  const inUse = (...names: readonly string[]) =>
    meta({
      sources: names.map((source) => ({ source, title: source, name: source, gives: "", link: "", license: "" })),
    }).market;
  const all = inUse("kraken", "bitstamp", "coingecko", "coinpaprika", "alternative-me");
  expect(Object.values(all).map(({ single_source }) => single_source)).toEqual([false, false, true]);
  const few = inUse("kraken", "coinpaprika", "alternative-me");
  expect(Object.values(few).map(({ single_source }) => single_source)).toEqual([true, true, true]);
});

test("the phases tile 0 to 100 in tenths", () => {
  const bands = meta().phases;
  expect(bands.map(({ from, to }) => [from, to])).toEqual([
    [0, 19.9],
    [20, 39.9],
    [40, 59.9],
    [60, 79.9],
    [80, 100],
  ]);
});

describe("coverage", () => {
  test.each([
    [1, 1],
    [0.999_999_999_9, 1],
    [0.99, 0.9],
    [0.85, 0.8],
    [0.8, 0.8],
    [0.300_000_000_000_000_04, 0.3],
    [0, 0],
  ])("of %d is shown as %d", (coverage, shown) => {
    expect(meta({ score: scored({ coverage }) }).coverage).toBe(shown);
  });
});

describe("the change", () => {
  test("counts from the UTC day of the score back, not from today", () => {
    const at = instantOf("2026-11-20T23:05:00Z");
    const rows = sampleRows("2026-11-21", 31);
    const { change } = meta({ score: scored({ computedAt: at }) }).btc;
    expect(change["1d"]).toBe(
      Math.round(10 * (47.3 - rows.find(({ day }) => day === utcDay("2026-11-19"))!.score)) / 10,
    );
  });

  test("is null for a day without a row", () => {
    const rows = sampleRows("2026-11-21", 31).filter(({ day }) => day !== utcDay("2026-11-14"));
    expect(meta({ context: { ...HISTORY_CONTEXT, rows } }).btc.change).toEqual({
      "1d": 3.2,
      "7d": null,
      "30d": 7.3,
    });
    expect(meta({ context: undefined }).btc.change).toEqual({ "1d": null, "7d": null, "30d": null });
  });

  test("is 0 and never -0, and has one decimal", () => {
    const rows = sampleRows("2026-11-21", 31).map((row) => ({ ...row, score: 47.3 }));
    expect(JSON.stringify(meta({ context: { ...HISTORY_CONTEXT, rows } }).btc.change)).toBe('{"1d":0,"7d":0,"30d":0}');
    const lower = rows.map((row) => ({ ...row, score: 47.6 }));
    expect(meta({ context: { ...HISTORY_CONTEXT, rows: lower } }).btc.change["1d"]).toBe(-0.3);
  });
});

describe("the days in the phase", () => {
  const hot = scored({ btc: { raw: 60, score: 60, phase: "HOT", signal: "REDUCE" } });
  const old = scored({ computedAt: instantOf("2026-11-20T05:05:00Z") });
  const turned = (phase: "HOT" | "PEAK") => ({ ...HISTORY_CONTEXT, turned: { phase, since: utcDay("2026-11-20") } });
  const today = { ...HISTORY_CONTEXT, phaseSince: utcDay("2026-11-21") };

  test.each<[string, Partial<FigureSource>, string | null, number | null]>([
    ["count the first day", { context: today }, "2026-11-21", 1],
    ["begin with the hourly score that turned", { score: hot, context: turned("HOT") }, "2026-11-20", 2],
    ["begin today when it turned to another one", { score: hot, context: turned("PEAK") }, "2026-11-21", 1],
    ["begin today when nothing is known of it", { score: hot }, "2026-11-21", 1],
    ["are at least 1 when the row is newer than the score", { score: old, context: today }, "2026-11-20", 1],
    ["are unknown without a row", { context: { ...HISTORY_CONTEXT, rows: [] } }, null, null],
    ["are unknown before the history is", { context: undefined }, null, null],
  ])("%s", (_what, over, since, days) => {
    const { phase_since, days_in_phase } = meta(over).btc;
    expect([phase_since, days_in_phase]).toEqual([since, days]);
  });
});

test.each([
  ["at the installation's minute of the next hour", "07:06:00Z", {}, "08:05"],
  ["until that minute", "08:04:59.999Z", {}, "08:05"],
  ["and always lies ahead, also while it is late", "08:05:00Z", {}, "09:05"],
  ["and is not promised for an hour that has one already", "07:00:30Z", {}, "08:05"],
  ["and is unknown before the schedule is", "07:06:00Z", { context: { ...HISTORY_CONTEXT, minute: undefined } }, null],
])("the next score comes %s", (_when, now, over, at) => {
  expect(meta(over, instantOf(`2026-11-21T${now}`)).next.score_at).toBe(at && `2026-11-21T${at}:00.000Z`);
});

test.each([
  ["after the newest row", "2026-11-21T07:06:00Z", {}, "2026-11-22"],
  ["while it is late", "2026-11-22T06:10:00Z", {}, "2026-11-22"],
  ["before there is any", "2026-11-21T05:59:59Z", { context: undefined }, "2026-11-21"],
  ["before there is any, from then on", "2026-11-21T06:00:00Z", { context: undefined }, "2026-11-22"],
])("the next row is due at 06:00 UTC of the day: %s", (_when, now, over, day) => {
  expect(meta(over, instantOf(now)).next.history_at).toBe(`${day}T06:00:00.000Z`);
});

describe("a source", () => {
  const kraken = (state: Partial<SourceState>, now = NOW) =>
    meta({ states: [{ ...STATES[0]!, ...state }] }, now).sources[0];

  test("is ok when it gave what it was last asked for", () => {
    expect(kraken({})).toEqual({
      name: "kraken",
      title: "KRAKEN",
      gives: "prices",
      health: "ok",
      answered_at: "2026-11-21T07:04:00.000Z",
      age_seconds: 120,
      fault: null,
    });
  });

  test("is failing when it did not, with the word for why", () => {
    expect(kraken({ fault: "throttled" })).toMatchObject({ health: "failing", fault: "throttled", age_seconds: 120 });
    expect(kraken({ fault: "refused", answeredAt: undefined })).toMatchObject({ health: "failing", answered_at: null });
  });

  test("is idle when it was never asked or not for 26 hours", () => {
    const last = STATES[0]!.askedAt;
    expect(kraken({}, plus(last, 26 * HOUR_MS))?.health).toBe("ok");
    expect(kraken({}, plus(last, 26 * HOUR_MS + 1))?.health).toBe("idle");
    expect(meta().sources[1]).toMatchObject({ name: "brk", health: "idle", answered_at: null, fault: null });
  });

  test("whose clock is ahead of ours is 0 s old", () => {
    expect(kraken({ answeredAt: plus(NOW, 5000) })?.age_seconds).toBe(0);
  });
});

describe("the settled phase", () => {
  const day = utcDay("2026-11-21");
  const settledAt = (newest: Partial<SettledPhase>, score = 47.3, computedAt = NOW) => {
    const known = { phase: "BULL", since: utcDay("2026-11-10"), day, daysAway: 0, ...newest } as const;
    const btc = { ...sampleSnapshot().score.btc, score };
    const context = { ...HISTORY_CONTEXT, settled: [known] };
    return meta({ score: scored({ btc, computedAt }), context }).settled;
  };

  test("is that of the newest row, with the days it lasts", () => {
    expect(settledAt({})).toEqual({ phase: "Bull Active", key: "BULL", since: "2026-11-10", days: 12 });
    expect(meta({ context: undefined }).settled).toBeNull();
  });

  test("is moved by the score of the hour on a copy, and back with the next", () => {
    expect(settledAt({}, 60)).toEqual({ phase: "Hot Zone", key: "HOT", since: "2026-11-21", days: 1 });
    expect(settledAt({}, 59.9)).toMatchObject({ key: "BULL", since: "2026-11-10" });
  });

  test("counts the running day among the ten only while it has no row", () => {
    expect(settledAt({ phase: "HOT", daysAway: 9 }, 59)).toMatchObject({ key: "HOT" });
    expect(settledAt({ phase: "HOT", daysAway: 9, day: addDays(day, -1) }, 59)).toMatchObject({ key: "BULL", days: 1 });
  });

  test("of a score older than the newest row is that of the row", () => {
    const before = instantOf("2026-11-20T23:05:00Z");
    expect(settledAt({ since: day }, 80, before)).toEqual({
      phase: "Bull Active",
      key: "BULL",
      since: "2026-11-21",
      days: 1,
    });
  });
});
