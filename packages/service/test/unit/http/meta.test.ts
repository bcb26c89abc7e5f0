import { addDays, HOUR_MS, instantOf, plus, type SettledPhase, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore } from "../../../src/domain/snapshot.js";
import type { SourceState } from "../../../src/domain/source-state.js";
import { type FigureSource, presentMeta } from "../../../src/http/routes/meta.js";
import type { History, Now } from "../../../src/published/published.js";
import { NO_HISTORY } from "../../support/show-history.js";
import { SETTLED, STATES } from "./sample-extras.js";
import { sampleSite } from "./sample-site.js";
import { publishSample, sampleRows, sampleSnapshot } from "./samples.js";

const NOW = instantOf("2026-11-21T07:06:00Z");

const inUse = (...names: readonly string[]) =>
  names.map((source) => ({ source, title: source, name: source, gives: "prices", link: "", license: "" }));

/** In its phase since the 10th. */
const ROWS = sampleRows("2026-11-21", 31).map((row) => {
  return row.day < utcDay("2026-11-10") ? { ...row, phase: "ACUM" as const } : row;
});

const BASE: FigureSource = {
  ...sampleSnapshot(),
  state: { measures: {}, market: {}, sources: STATES, minute: 5, troubles: [] },
  history: { ...NO_HISTORY, rows: ROWS, settled: SETTLED },
  sources: inUse("kraken", "brk"),
};

const history = (parts: Partial<History>) => ({ ...NO_HISTORY, ...BASE.history, ...parts });
const state = (parts: Partial<Now>): Now => ({ ...BASE.state, ...parts });

function meta(over: Partial<FigureSource> = {}, now = NOW) {
  const publisher = { indexName: "A", siteName: "B", baseUrl: "https://peak.example/" };
  return presentMeta({ ...BASE, ...over }, publisher, now);
}

/** The sample score with another part. */
function scored(changes: Partial<HourlyScore>): HourlyScore {
  return { ...sampleSnapshot().score, ...changes };
}

test("meta says all that the score stands on", () => {
  expect(meta()).toMatchObject({
    model_version: "1",
    updated_at: "2026-11-21T07:05:00.250Z",
    stale: false,
    coverage: 1,
    btc: { score: 47.3, phase: "Bull Active", phase_key: "BULL", phase_since: "2026-11-10", days_in_phase: 12 },
    market: { btc_price_usd: { source: "kraken", observed_at: "2026-11-21T07:04:30.000Z", age_seconds: 90 } },
  });
  expect(meta().phases.map(({ from, to }) => [from, to])).toEqual([
    ...[
      [0, 19.9],
      [20, 39.9],
      [40, 59.9],
      [60, 79.9],
      [80, 100],
    ],
  ]);
});

test("meta needs no more than the score", async () => {
  const { ask, published } = sampleSite({ isEmpty: true });
  publishSample(published);
  const answer = await (await ask("/api/public/nhci/meta")).json();
  expect(answer.btc).toMatchObject({ phase_since: null, days_in_phase: null, change: { "1d": null, "30d": null } });
  expect(answer.next).toEqual({ score_at: null, history_at: "2026-11-22T06:00:00.000Z" });
  expect(answer.sources).toMatchObject([{ name: "kraken", health: "idle", answered_at: null, fault: null }]);
});

test("ages are counted anew after 30 s, and before that when something is shown", async () => {
  const { ask, clock, published } = sampleSite();
  const age = async () => (await (await ask("/api/public/nhci/meta")).json()).market.btc_price_usd.age_seconds;
  expect(await age()).toBe(90);
  await clock.advance(29_000);
  expect(await age()).toBe(90);
  await clock.advance(1000);
  expect(await age()).toBe(120);
  await clock.advance(5000);
  published.show({ sources: [...STATES] });
  expect(await age()).toBe(125);
});

test("a figure that one source in use alone gives stands on a single word", () => {
  const single = (...names: readonly string[]) =>
    Object.values(meta({ sources: inUse(...names) }).market).map(({ single_source }) => single_source);
  expect(single("kraken", "bitstamp", "coingecko", "coinpaprika", "alternative-me")).toEqual([false, false, true]);
  expect(single("kraken", "coinpaprika", "alternative-me")).toEqual([true, true, true]);
});

test.each([
  [0.999_999_999_9, 1],
  [0.99, 0.9],
  [0.3 + Number.EPSILON, 0.3],
  [0, 0],
])("a coverage of %d is shown as %d: 1 is all of it", (coverage, shown) => {
  expect(meta({ score: scored({ coverage }) }).coverage).toBe(shown);
});

describe("the change", () => {
  const change = (over: Partial<FigureSource>) => meta(over).btc.change;

  test("counts from the UTC day of the score back, and is null for a day without a row", () => {
    expect(change({})).toEqual({ "1d": 3.2, "7d": 4, "30d": 7.3 });
    const computedAt = instantOf("2026-11-20T23:05:00Z");
    const before = ROWS.find(({ day }) => day === utcDay("2026-11-19"))!;
    expect(change({ score: scored({ computedAt }) })["1d"]).toBeCloseTo(47.3 - before.score, 9);
    const gap = ROWS.filter(({ day }) => day !== utcDay("2026-11-14"));
    expect(change({ history: history({ rows: gap }) })["7d"]).toBeNull();
  });

  test("is 0 and never -0", () => {
    const same = ROWS.map((row) => ({ ...row, score: 47.3 }));
    expect(JSON.stringify(change({ history: history({ rows: same }) }))).toBe('{"1d":0,"7d":0,"30d":0}');
  });
});

describe("the days in the phase", () => {
  const hot = scored({ btc: { raw: 60, score: 60, phase: "HOT", signal: "REDUCE" } });
  const old = scored({ computedAt: instantOf("2026-11-20T05:05:00Z") });
  const turned = (phase: "HOT" | "PEAK") => state({ turned: { phase, since: utcDay("2026-11-20") } });
  const today = history({ rows: ROWS.map((row, i) => (i < 30 ? { ...row, phase: "ACUM" } : row)) });

  test.each<[string, Partial<FigureSource>, string | null, number | null]>([
    ["count the first day", { history: today }, "2026-11-21", 1],
    ["begin with the hourly score that turned", { score: hot, state: turned("HOT") }, "2026-11-20", 2],
    ["begin today when it turned to another one", { score: hot, state: turned("PEAK") }, "2026-11-21", 1],
    ["are at least 1 when the row is newer than the score", { score: old, history: today }, "2026-11-20", 1],
    ["are unknown without a row", { history: history({ rows: [] }) }, null, null],
  ])("%s", (_what, over, since, days) => {
    const { phase_since, days_in_phase } = meta(over).btc;
    expect([phase_since, days_in_phase]).toEqual([since, days]);
  });
});

test.each([
  ["at the installation's minute of the next hour", "07:06:00Z", {}, "08:05"],
  ["and always lies ahead, also while it is late", "08:05:00Z", {}, "09:05"],
  ["and is not promised for an hour that has one already", "07:00:30Z", {}, "08:05"],
  ["and is unknown before the schedule is", "07:06:00Z", { state: state({ minute: undefined }) }, null],
])("the next score comes %s", (_when, now, over, at) => {
  expect(meta(over, instantOf(`2026-11-21T${now}`)).next.score_at).toBe(at && `2026-11-21T${at}:00.000Z`);
});

test.each([
  ["after the newest row", "2026-11-21T07:06:00Z", {}, "2026-11-22"],
  ["while it is late", "2026-11-22T06:10:00Z", {}, "2026-11-22"],
  ["before there is any", "2026-11-21T05:59:59Z", { history: undefined }, "2026-11-21"],
])("the next row is due at 06:00 UTC of the day: %s", (_when, now, over, day) => {
  expect(meta(over, instantOf(now)).next.history_at).toBe(`${day}T06:00:00.000Z`);
});

test.each<[string, Partial<SourceState>, object]>([
  ["ok when it gave what it was last asked for", {}, { health: "ok", age_seconds: 120, fault: null }],
  ["failing when it did not", { fault: "throttled" }, { health: "failing", age_seconds: 120, fault: "throttled" }],
  ["failing when it never has", { fault: "refused", answeredAt: undefined }, { health: "failing", answered_at: null }],
  ["idle when it was not asked for 26 hours", { askedAt: plus(NOW, -26 * HOUR_MS - 1) }, { health: "idle" }],
  ["0 s old when its clock is ahead of ours", { answeredAt: plus(NOW, 5000) }, { age_seconds: 0 }],
])("a source is %s", (_what, changes, shown) => {
  const { sources } = meta({ state: state({ sources: [{ ...STATES[0]!, ...changes }] }) });
  expect(sources[0]).toMatchObject({ name: "kraken", ...shown });
});

test("the settled phase is that of the newest row, moved by the score of the hour on a copy", () => {
  const day = utcDay("2026-11-21");
  const settledAt = (newest: Partial<SettledPhase>, score = 47.3, computedAt = NOW) => {
    const known = { phase: "BULL", since: utcDay("2026-11-10"), day, daysAway: 0, ...newest } as const;
    const btc = { ...sampleSnapshot().score.btc, score };
    return meta({ score: scored({ btc, computedAt }), history: history({ settled: known }) }).settled;
  };
  expect(settledAt({})).toEqual({ phase: "Bull Active", key: "BULL", since: "2026-11-10", days: 12 });
  expect(settledAt({}, 60)).toMatchObject({ key: "HOT", since: "2026-11-21", days: 1 });
  expect(settledAt({}, 59.9)).toMatchObject({ key: "BULL", since: "2026-11-10" });
  expect(settledAt({ phase: "HOT", daysAway: 9 }, 59)).toMatchObject({ key: "HOT" });
  expect(settledAt({ phase: "HOT", daysAway: 9, day: addDays(day, -1) }, 59)).toMatchObject({ key: "BULL", days: 1 });
  expect(settledAt({ since: day }, 80, instantOf("2026-11-20T23:05:00Z"))).toMatchObject({ key: "BULL", days: 1 });
  expect(meta({ history: undefined }).settled).toBeNull();
});
