/** How a first start handles missing sources, and sources with wrong figures. */
import { FIRST_DAY, utcDay } from "peak-cycle-model";
import type { Simulator } from "peak-cycle-simulator";
import { describe, expect, test } from "vitest";
import type { HistoryRow } from "../../../src/domain/history.js";
import { memoize } from "../../support/memoize.js";
import { storedDays, storedRows } from "../../support/sample-ledger.js";
import { simulatedLife } from "../../support/simulated-life.js";

const NOW = "2026-11-21T09:00:00Z";
const COMPARED_DAYS = 4000;
const CLOSE_OF_BITCOIN = "btc-close";

/** What each source does at a first start. */
const FAULTS = {
  none: () => {},
  "a metric refused by Coin Metrics": ({ faults }) => faults.set("coin-metrics", "refused-metric", { key: "PriceUSD" }),
  "another pair from Bitstamp": ({ faults }) => faults.set("bitstamp", "wrong-pair", { path: "/api/v2/ohlc/btcusd/" }),
  "no Coin Metrics, and a false dominance from CoinGecko": ({ faults }) => {
    faults.set("coin-metrics", "403-forbidden-metric");
    faults.set("coingecko", "10x-spike", { path: "/api/v3/global", factor: 1.7 });
  },
} as const satisfies Readonly<Record<string, (simulator: Simulator) => void>>;

/** Everything that a first start with a fault has stored, shown and logged up to its first score. */
const started = memoize(async (fault: keyof typeof FAULTS) => {
  const life = await simulatedLife(NOW);
  FAULTS[fault](life.simulator);
  await life.firstFetch();
  await life.hour();
  const rows = await storedRows(life.db);
  const days = await storedDays(life.db);
  const closedBy = new Set(days.map(({ sources }) => sources[CLOSE_OF_BITCOIN]));
  return { rows, days, closedBy, snapshot: life.shown.snapshot, log: life.log.lines };
});

describe("a first start before 06:00 without Coin Metrics", () => {
  const startedEarly = memoize(async (at: string) => {
    const life = await simulatedLife(at, { UPSTREAMS_DISABLED: "coin-metrics" });
    await life.firstFetch();
    const { rows } = life.shown;
    await life.hour();
    return { days: await storedDays(life.db), rows, score: life.shown.snapshot?.score.btc.score };
  });
  const AT = "2026-11-21T05:30:00Z";

  test("ends with yesterday's row", async () => {
    expect((await startedEarly(AT)).rows.at(-1)?.day).toBe(utcDay("2026-11-20"));
  });

  test("has a first score", async () => {
    expect((await startedEarly(AT)).score).toBeGreaterThan(0);
  });

  test.each([
    ["2010-08-15", undefined],
    ["2010-08-16", "brk"],
    ["2011-08-17", "brk"],
    ["2011-08-18", "bitstamp"],
    ["2026-11-19", "bitstamp"],
  ])("takes the close of %s from %s: derived prices until an exchange has one", async (date, source) => {
    const { days } = await startedEarly(AT);
    expect(days[utcDay(date) - FIRST_DAY]?.sources[CLOSE_OF_BITCOIN]).toBe(source);
  });

  test.each(["2010-08-16", "2026-11-19"])("takes the MVRV of %s from BRK", async (date) => {
    const { days } = await startedEarly(AT);
    expect(days[utcDay(date) - FIRST_DAY]?.sources.mvrv).toBe("brk");
  });

  test("takes no MVRV of a week in January 2015, in which BRK was far off", async () => {
    const { days } = await startedEarly(AT);
    expect(days[utcDay("2015-01-14") - FIRST_DAY]?.mvrv).toBeUndefined();
  });
});

describe("a first start with", () => {
  test.each([
    "a metric refused by Coin Metrics",
    "another pair from Bitstamp",
    "no Coin Metrics, and a false dominance from CoinGecko",
  ] as const)("%s gives scores that differ by less than a point on average", async (fault) => {
    const [whole, other] = [await started("none"), await started(fault)];
    expect(meanDifference(scoresOf(whole), scoresOf(other))).toBeLessThan(1);
  });
});

describe("a first start with a metric refused by Coin Metrics", () => {
  const FAULT = "a metric refused by Coin Metrics";

  test("takes it from other sources", async () => {
    const { closedBy } = await started(FAULT);
    expect([closedBy.has("brk"), closedBy.has("bitstamp"), closedBy.has("coin-metrics")]).toEqual([true, true, false]);
  });

  test("takes the metrics that are not refused from Coin Metrics", async () => {
    expect((await started(FAULT)).days.at(-100)?.sources.mvrv).toBe("coin-metrics");
  });
});

describe("a first start with another pair from Bitstamp", () => {
  const FAULT = "another pair from Bitstamp";

  test("takes no close from Bitstamp", async () => {
    expect((await started(FAULT)).closedBy).not.toContain("bitstamp");
  });

  test("takes no price of 06:00 from Bitstamp", async () => {
    expect((await started(FAULT)).rows.map(({ priceSource }) => priceSource)).not.toContain("bitstamp");
  });

  test("logs that the others contradict the closes and the hourly candles of Bitstamp", async () => {
    const lines = (await started(FAULT)).log.filter(({ sentence }) => sentence === "sources contradicted in the past");
    expect(lines.map(({ facts }) => `${facts["metric"]} ${facts["source"]}`)).toEqual(
      expect.arrayContaining(["btc-close bitstamp", "btc-hour-close bitstamp"]),
    );
  });
});

describe("a first start without Coin Metrics, and with a false dominance from CoinGecko", () => {
  const FAULT = "no Coin Metrics, and a false dominance from CoinGecko";

  test("shows the dominance of CoinPaprika", async () => {
    expect((await started(FAULT)).snapshot?.market.btcDominance.source).toBe("coinpaprika");
  });

  test("has a first score of Bitcoin within a point of the one with Coin Metrics", async () => {
    const [whole, other] = [await started("none"), await started(FAULT)];
    expect(distance(other.snapshot?.score.btc.score, whole.snapshot?.score.btc.score)).toBeLessThan(1);
  });

  test("has a first crypto score within a point of one with the true dominance and the same coins", async () => {
    // Without Coin Metrics' closes, the other coins' past is shorter, and so is their basket's.
    const [same, other] = [await started("a metric refused by Coin Metrics"), await started(FAULT)];
    expect(distance(other.snapshot?.score.crypto.score, same.snapshot?.score.crypto.score)).toBeLessThan(1);
  });
});

const distance = (one = Number.NaN, other = Number.NaN) => Math.abs(one - other);

const scoresOf = ({ rows }: { readonly rows: readonly HistoryRow[] }) =>
  rows.slice(-COMPARED_DAYS).map(({ score }) => score);

function meanDifference(one: readonly number[], other: readonly number[]): number {
  expect([one.length, other.length]).toEqual([COMPARED_DAYS, COMPARED_DAYS]);
  return one.reduce((sum, score, i) => sum + Math.abs(score - (other[i] ?? Number.NaN)), 0) / COMPARED_DAYS;
}
