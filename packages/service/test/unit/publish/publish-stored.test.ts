import { addDays, HOUR_MS, type Instant, MINUTE_MS, plus, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HourlyScore, MarketPart, Quote } from "../../../src/domain/snapshot.js";
import type { CheckedHistory } from "../../../src/history/checked-history.js";
import { historyContext } from "../../../src/publish/history-context.js";
import { publishFigure } from "../../../src/publish/publish-figure.js";
import { publishHistory, publishRecord, publishScore, publishStored } from "../../../src/publish/publish-stored.js";
import { Published } from "../../../src/publish/published.js";
import type { Stores } from "../../../src/storage/stores.js";
import { historyRow, hourlyScore, quote } from "../../contract/storage/samples.js";
import { historyOf } from "../../support/history-check.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOW = plus(SCORED_AT, MINUTE_MS);

/** A process that starts at a moment on an empty database, with the history that was checked. */
async function starting(current: CheckedHistory | undefined = historyOf([]), now: Instant = NOW) {
  const stores = await tempSqliteStores();
  const published = new Published();
  const history = { current };
  return { clock: { now: () => now }, stores, history, published };
}

describe("the score and the figures that are stored", () => {
  const AT = Date.parse("2026-11-20T10:06:00Z") as Instant;
  const sound = hourlyScore();

  async function restored(scores: readonly HourlyScore[], figures: Partial<Record<MarketPart, Partial<Quote>>> = {}) {
    const deps = await starting(undefined, AT);
    for (const score of scores) await deps.stores.scores.add(score);
    const market: Record<MarketPart, Quote> = {
      btcPrice: quote(91_000, { observedAt: AT, ...figures.btcPrice }),
      btcDominance: quote(57, { observedAt: AT, ...figures.btcDominance }),
      fearGreed: quote(50, { observedAt: AT, ...figures.fearGreed }),
    };
    for (const [part, figure] of Object.entries(market)) await deps.stores.market.put(part as MarketPart, figure);
    await publishScore(deps);
    return deps.published.now.get();
  }

  test("are published as they are when they can be true", async () => {
    expect(await restored([sound])).toMatchObject({ score: sound, market: { btcPrice: { value: 91_000 } } });
  });

  test.each<[string, Partial<HourlyScore>]>([
    ["a score over 100", { btc: { ...sound.btc, raw: 101.2, score: 101.2 } }],
    ["a score that is not its raw one", { btc: { ...sound.btc, score: 61.9 } }],
    ["a phase of another score", { btc: { ...sound.btc, phase: "FONDO" } }],
    ["a signal of another phase", { btc: { ...sound.btc, signal: "ACCUMULATE" } }],
    ["a crypto score below 0", { crypto: { raw: -1, score: -1, phase: "FONDO" } }],
    ["a coverage over 1", { coverage: 1.1 }],
    ["a price that no coin has", { btcPriceUsd: 1e12 }],
    ["another hour than that of its computing", { hour: plus(sound.hour, -HOUR_MS) }],
  ])("are passed over with %s", async (_what, changes) => {
    expect((await restored([{ ...sound, ...changes }])).score).toBeUndefined();
  });

  test.each<[MarketPart, Partial<Quote>]>([
    ["btcPrice", { value: 1e12 }],
    ["btcPrice", { value: -1 }],
    ["btcDominance", { value: 101 }],
    ["fearGreed", { value: 101 }],
    ["btcPrice", { observedAt: plus(AT, 3 * MINUTE_MS) }],
    ["fearGreed", { observedAt: plus(AT, 48 * HOUR_MS) }],
  ])("are passed over with %s %o", async (part, changes) => {
    expect((await restored([sound], { [part]: changes })).market[part]).toBeUndefined();
  });
});

test("a live figure that is older or could not be stored is not published, and the next one is", async () => {
  const deps = await starting();
  const market = () => deps.published.now.get().market;
  const figure = (value: number, ms = 0) => quote(value, { observedAt: plus(SCORED_AT, ms) });
  await publishFigure(deps, "btcPrice", figure(1));
  await publishFigure(deps, "btcPrice", figure(2, -1));
  const { put } = deps.stores.market;
  Object.assign(deps.stores.market, { put: () => Promise.reject(new Error("refused")) });
  await expect(publishFigure(deps, "btcPrice", figure(3, 1))).rejects.toThrow("refused");
  expect([market(), await deps.stores.market.all()]).toEqual([{ btcPrice: figure(1) }, { btcPrice: figure(1) }]);
  Object.assign(deps.stores.market, { put });
  await publishFigure(deps, "btcPrice", figure(4, 1));
  expect(market()).toEqual({ btcPrice: figure(4, 1) });
});

async function measuresStored({ installation }: Stores): Promise<unknown> {
  return JSON.parse((await installation.get("measures")) ?? "");
}

describe("everything that is stored", () => {
  test("is published, of the history what was checked", async () => {
    const deps = await starting(historyOf(Array.from({ length: 40 }, (_, i) => historyRow(i))));
    await storePublishedPast(deps.stores, CALM);
    await publishStored(deps);
    const { score, measures, sources } = deps.published.now.get();
    expect(score).toEqual(await deps.stores.scores.newest());
    expect(measures).toEqual(await measuresStored(deps.stores));
    expect(sources).toEqual(await deps.stores.sources.all());
    expect(deps.published.history.get()?.rows).toEqual(deps.history.current?.rows);
    expect(deps.published.record.get()).toBeDefined();
  });

  test.each([
    ["of another score", { mvrv: 1, thermo: 2, plaw: 3, ma200w: 4 }],
    ["out of their bands", { mvrv: 101 }],
    ["in another shape", ["mvrv"]],
  ])("has no measures that are %s", async (_what, other) => {
    const deps = await starting();
    await storePublishedPast(deps.stores, CALM);
    await deps.stores.installation.put("measures", JSON.stringify(other));
    await publishStored(deps);
    expect(deps.published.now.get().measures).toEqual({});
  });

  test("has nothing of a history that was not found to be what was signed", async () => {
    const deps = await starting();
    Object.assign(deps.history, { current: undefined });
    await publishStored(deps);
    expect(deps.published.history.get()).toBeUndefined();
  });

  test("is nothing but emptiness before anything is stored", async () => {
    const deps = await starting();
    await publishHistory(deps);
    await publishRecord(deps);
    const nothing = { rows: [], crypto: [], settled: [], announcements: [], revisions: [] };
    expect(deps.published.history.get()).toEqual({ ...nothing, proof: undefined });
    expect(deps.published.record.get()).toBeUndefined();
  });
});

test("the second score of a day is the one published at 06:00, and the model's for days before the first start", async () => {
  const day = utcDay("2026-11-20");
  const cryptoDays = [0, 1, 2].map((i) => ({
    day: addDays(day, i),
    score: 30 + i,
    phase: "ACUM" as const,
    fearGreed: 50,
  }));
  const deps = await starting({ ...historyOf([]), cryptoDays });
  const scoredAt = (hours: number, score: number) => {
    const hour = plus(startOf(day), hours * HOUR_MS);
    return hourlyScore({ hour, computedAt: hour, crypto: { raw: score, score, phase: "BULL" } });
  };
  // The day before, a day with hours before and after 06:00, one that was altered, one of a day whose row is not due.
  const altered = { ...scoredAt(53, 45), crypto: { raw: 45, score: 46, phase: "BULL" } } as const;
  for (const score of [
    scoredAt(-1, 41),
    scoredAt(28, 42),
    scoredAt(29, 43),
    scoredAt(30, 44),
    altered,
    scoredAt(77, 47),
  ]) {
    await deps.stores.scores.add(score);
  }
  await publishHistory(deps);
  expect(deps.published.history.get()?.crypto).toEqual([
    cryptoDays[0],
    { day: addDays(day, 1), score: 43, phase: "BULL", fearGreed: 50 },
    cryptoDays[2],
  ]);
});

describe("the context of the history", () => {
  async function contextOf(deps: Awaited<ReturnType<typeof starting>>) {
    await publishHistory(deps);
    return historyContext(deps.published);
  }

  test("is the newest 31 rows, since when the phase lasts, and the minute", async () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      historyRow(i, { day: addDays(utcDay("2026-11-21"), i - 39), phase: i < 33 ? "BULL" : "HOT" }),
    );
    const deps = await starting(historyOf(rows));
    await deps.stores.scores.add(hourlyScore({ hour: SCORED_AT, computedAt: SCORED_AT }));
    await deps.stores.installation.put("minute", "7");
    expect(await contextOf(deps)).toMatchObject({
      rows: rows.slice(9),
      phaseSince: utcDay("2026-11-15"),
      minute: 7,
    });
  });

  test("counts the phase from the first row of all when there never was another one", async () => {
    const deps = await starting(historyOf([historyRow(0), historyRow(1)]));
    expect((await contextOf(deps))?.phaseSince).toBe(historyRow(0).day);
  });

  test("says since when the scores are in a phase that no row has yet, and nothing of scores of the future", async () => {
    const at = (hours: number, phase: "BULL" | "HOT" | "PEAK") => {
      const hour = plus(SCORED_AT, hours * HOUR_MS);
      return hourlyScore({ hour, computedAt: hour, btc: { ...hourlyScore().btc, phase } });
    };
    const deps = await starting(historyOf([historyRow(0, { phase: "BULL" })]));
    for (const score of [at(-9, "HOT"), at(-8, "BULL"), at(-7, "HOT"), at(1, "PEAK")]) {
      await deps.stores.scores.add(score);
    }
    expect((await contextOf(deps))?.turned).toEqual({ phase: "HOT", since: utcDay("2026-11-21") });
    deps.history.current = historyOf([historyRow(0, { phase: "BULL" }), historyRow(1, { phase: "HOT" })]);
    expect((await contextOf(deps))?.turned).toBeUndefined();
  });
});
