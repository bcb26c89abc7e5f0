import { addDays, HOUR_MS, instantOf, plus, type SettledPhase, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore } from "../../../src/domain/hourly-score.js";
import type { SourceState } from "../../../src/domain/source-state.js";
import type { MetaReply } from "../../../src/published/meta-reply.js";
import type { History, Now } from "../../../src/published/published.js";
import { SAMPLE_FLAGS, STATES, sampleInput } from "../../support/sample-extras.js";
import { sampleRows, sampleSnapshot } from "../../support/sample-published.js";
import { type SampleOptions, sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const NOW = instantOf("2026-11-21T07:06:00Z");
const ROWS = sampleRows("2026-11-21", 31);

/** The sample site's response with other published values, or at another time. */
async function meta(now: Partial<Now> = {}, history: Partial<History> = {}, at = NOW, options: SampleOptions = {}) {
  const { get, published, clock } = sampleSite(options);
  published.show(now);
  if (options.isEmpty !== true) showHistory(published, history);
  await clock.advance(at - clock.now());
  return JSON.parse((await get("/api/public/nhci/meta")).bytes.toString()) as MetaReply;
}

/** The sample score with one part replaced. */
function scored(changes: Partial<HourlyScore>): Partial<Now> {
  return { score: { ...sampleSnapshot().score, ...changes } };
}

test("meta shows everything that the score is based on", async () => {
  const { phases, ...reply } = await meta();
  expect(reply).toMatchObject({
    model_version: "1",
    updated_at: "2026-11-21T07:05:00.250Z",
    stale: false,
    coverage: 1,
    btc: { score: 47.3, phase: "Bull Active", phase_key: "BULL" },
    market: { btc_price_usd: { source: "kraken", observed_at: "2026-11-21T07:04:30.000Z", age_seconds: 90 } },
  });
  const bands = phases.map(({ from, to }) => `${from}–${to}`);
  expect(bands).toEqual(["0–19.9", "20–39.9", "40–59.9", "60–79.9", "80–100"]);
});

test("meta needs no more than the score", async () => {
  const { score, market } = sampleSnapshot();
  const { btc, next, sources, settled } = await meta({ score, market }, {}, NOW, { isEmpty: true });
  expect(btc).toMatchObject({ change: { "1d": null, "30d": null } });
  expect(next).toEqual({ score_at: null, history_at: "2026-11-22T06:00:00.000Z" });
  expect(sources).toMatchObject([{ name: "kraken", health: "idle", answered_at: null, fault: null }]);
  expect(settled).toBeNull();
});

test("meta updates ages after 30 s, or earlier when something new is published", async () => {
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

test("a figure that only one source in use provides is marked single_source", async () => {
  const single = async (...names: readonly string[]) => {
    const unused = { title: "", attribution: "", gives: "", link: "", license: "" };
    const { market } = await meta({}, {}, NOW, { sources: names.map((name) => ({ name, ...unused })) });
    return Object.values(market).map(({ single_source }) => single_source);
  };
  expect(await single("kraken", "bitstamp", "coingecko", "coinpaprika", "alternative-me")).toEqual([
    false,
    false,
    true,
  ]);
  expect(await single("kraken", "coinpaprika", "alternative-me")).toEqual([true, true, true]);
});

test.each([
  [0.999_999_999_9, 1],
  [0.99, 0.9],
  [0.3 + Number.EPSILON, 0.3],
  [0, 0],
])("meta shows a coverage of %d as %d", async (coverage, shown) => {
  expect((await meta(scored({ coverage }))).coverage).toBe(shown);
});

test("the change in meta counts back from the UTC day of the score, and is null for a day without a row", async () => {
  const change = async (now: Partial<Now>, rows = ROWS) => (await meta(now, { rows })).btc.change;
  expect(await change({})).toEqual({ "1d": 3.2, "7d": 4, "30d": 7.3 });
  const before = ROWS.find(({ day }) => day === utcDay("2026-11-19"))!;
  const evening = scored({ computedAt: instantOf("2026-11-20T23:05:00Z") });
  expect((await change(evening))["1d"]).toBeCloseTo(47.3 - before.score, 9);
  const gap = ROWS.slice(10).filter(({ day }) => day !== utcDay("2026-11-14"));
  expect(await change({}, gap)).toEqual({ "1d": 3.2, "7d": null, "30d": null });
  const same = ROWS.map((row) => ({ ...row, score: 47.3 }));
  expect(await change({}, same)).toEqual({ "1d": 0, "7d": 0, "30d": 0 });
});

test.each([
  ["is due at the installation's minute of the next hour", "07:06:00Z", 5, "08:05"],
  ["is always in the future, even while it is late", "08:05:00Z", 5, "09:05"],
  ["is not promised for an hour that already has one", "07:00:30Z", 5, "08:05"],
  ["is unknown before the schedule is", "07:06:00Z", undefined, null],
])("the next score %s", async (_when, time, minute, at) => {
  const { next } = await meta({ minute }, {}, instantOf(`2026-11-21T${time}`));
  expect(next.score_at).toBe(at && `2026-11-21T${at}:00.000Z`);
});

test.each([
  ["after the newest row", "2026-11-21T07:06:00Z", ROWS, "2026-11-22"],
  ["while it is late", "2026-11-22T06:10:00Z", ROWS, "2026-11-22"],
  ["before there is any", "2026-11-21T05:59:59Z", [], "2026-11-21"],
])("the next row is due at 06:00 UTC of the day: %s", async (_when, at, rows, day) => {
  expect((await meta({}, { rows }, instantOf(at))).next.history_at).toBe(`${day}T06:00:00.000Z`);
});

test.each<[string, Partial<SourceState>, object]>([
  ["ok when its last request succeeded", {}, { health: "ok", age_seconds: 120, fault: null }],
  [
    "failing when its last request failed",
    { fault: "throttled" },
    { health: "failing", age_seconds: 120, fault: "throttled" },
  ],
  [
    "failing when it has never returned anything",
    { fault: "refused", answeredAt: undefined },
    { health: "failing", answered_at: null },
  ],
  ["idle when it was not queried for 26 hours", { askedAt: plus(NOW, -26 * HOUR_MS - 1) }, { health: "idle" }],
  ["0 s old when its clock is ahead of ours", { answeredAt: plus(NOW, 5000) }, { age_seconds: 0 }],
])("meta says that a source is %s", async (_what, state, shown) => {
  const { sources } = await meta({ sources: [{ ...STATES[0]!, ...state }] });
  expect(sources[0]).toMatchObject({ name: "kraken", ...shown });
});

describe("the settled phase and signal", () => {
  const day = utcDay("2026-11-21");
  const settledAt = async (newest: Partial<SettledPhase>, score = 47.3, computedAt = NOW, flags = SAMPLE_FLAGS) => {
    const settled = { phase: "BULL", since: utcDay("2026-11-10"), day, daysAway: 0, ...newest } as const;
    const btc = { ...sampleSnapshot().score.btc, score };
    return (await meta(scored({ btc, computedAt }), { settled, flags })).settled;
  };

  test("are the newest row's, moved provisionally by the current score", async () => {
    expect(await settledAt({})).toEqual({
      ...{ phase: "Bull Active", key: "BULL", since: "2026-11-10", days: 12 },
      ...{ signal: "CAUTION", signal_since: "2026-11-20" },
    });
    expect(await settledAt({}, 60)).toMatchObject({ key: "HOT", since: "2026-11-21", days: 1, signal: "REDUCE" });
    expect(await settledAt({}, 59.9)).toMatchObject({ key: "BULL", since: "2026-11-10", signal: "CAUTION" });
    const hot = { phase: "HOT", daysAway: 9 } as const;
    expect(await settledAt(hot, 59)).toMatchObject({ key: "HOT" });
    expect(await settledAt({ ...hot, day: addDays(day, -1) }, 59)).toMatchObject({ key: "BULL", days: 1 });
    const yesterday = instantOf("2026-11-20T23:05:00Z");
    expect(await settledAt({ since: day }, 80, yesterday)).toMatchObject({ key: "BULL", days: 1 });
  });

  test("take the flags of the newest row, and the signal's date is the later one of phase and flags", async () => {
    const calm = { flags: { descentGuard: null, topRisk: null }, since: utcDay("2026-11-05") };
    expect(await settledAt({}, 47.3, NOW, calm)).toMatchObject({ signal: "HOLD", signal_since: "2026-11-10" });
    expect(await settledAt({}, 60, NOW, calm)).toMatchObject({ signal: "CAUTION", signal_since: "2026-11-21" });
    const lowered = { ...calm, since: utcDay("2026-11-18") };
    expect(await settledAt({}, 47.3, NOW, lowered)).toMatchObject({ signal: "HOLD", signal_since: "2026-11-18" });
  });
});

describe("the inputs", () => {
  const SINCE = instantOf("2026-11-21T05:06:00Z");

  test("show for each input its source, how many sources agree, and its age", async () => {
    const { inputs } = await meta();
    expect(inputs.map(({ key }) => key).join()).toBe(
      "btc_price,btc_close,mvrv,btc_dominance,fear_greed,eth,bnb,xrp,sol,doge,ada,ltc,usdt",
    );
    expect(inputs[0]).toMatchObject({ state: "ok", source: "kraken", agreeing: 2, enabled: 2, age_seconds: 90 });
    const mvrv = { key: "mvrv", state: "unconfirmed", unconfirmed_since: "2026-11-21T06:00:01.000Z" };
    expect(inputs[2]).toMatchObject({ ...mvrv, silent: [{ source: "brk", since: "2026-11-21T06:00:01.000Z" }] });
  });

  test("show since when and why an input is unsure, but no figure of a refused source", async () => {
    const why = "no majority of the sources agrees on MVRV: coin-metrics 1.234567, brk 2.345678";
    const refused = [{ source: "brk", value: 2.345678, since: SINCE }];
    const unsure = { since: SINCE, kind: "contradiction", why } as const;
    const reply = await meta({ inputs: [sampleInput("mvrv", { unsure, refused })] });
    expect(reply.inputs.find(({ key }) => key === "mvrv")).toMatchObject({
      state: "unsure",
      unsure: {
        since: "2026-11-21T05:06:00.000Z",
        reason: "contradiction",
        text: "no majority of the sources agrees",
      },
      refused: [{ source: "brk", since: "2026-11-21T05:06:00.000Z" }],
    });
    expect(JSON.stringify(reply)).not.toMatch(/1\.234567|2\.345678/);
  });

  test("are unknown until they have been requested", async () => {
    const { inputs } = await meta({ inputs: [] });
    expect(inputs.find(({ key }) => key === "mvrv")).toMatchObject({
      state: "unknown",
      source: null,
      age_seconds: null,
    });
  });
});
