/** What a first start makes of fewer sources. */
import { FIRST_DAY, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { storedDays, storedRows } from "../../support/sample-ledger.js";
import { type SimulatedLife, simulatedLife } from "../../support/simulated-life.js";

const NOW = "2026-11-21T09:00:00Z";
const COMPARED_DAYS = 4000;

describe("the first start with fewer sources", () => {
  test("ends with yesterday's row before 06:00, and without Coin Metrics takes the chain-derived past", async () => {
    const life = await simulatedLife("2026-11-21T05:30:00Z", { UPSTREAMS_DISABLED: "coin-metrics" });
    await life.firstFetch();
    expect(life.shown.rows[29]?.day).toBe(utcDay("2026-11-20"));
    const days = await storedDays(life.database);
    // The derived prices begin on 2010-08-16; an exchange's close goes before them from 2011-08-18 on.
    expect(days[28]).toMatchObject({ price: undefined, mvrv: undefined, sources: {} });
    expect(days[29]?.sources).toMatchObject({ "btc-close": "brk", mvrv: "brk" });
    expect([days[395], days[396]].map((day) => day?.sources["btc-close"])).toEqual(["brk", "bitstamp"]);
    expect(days.at(-1)?.sources).toMatchObject({ "btc-close": "bitstamp", mvrv: "brk" });
    // Of a week in January 2015, on which they were far off, its MVRV is not taken.
    expect(days[utcDay("2015-01-14") - FIRST_DAY]?.mvrv).toBeUndefined();
    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
  }, 180_000);

  test("gives the same scores with a refused metric, a wrong pair, no Coin Metrics, or a lie", async () => {
    const whole = await simulatedLife(NOW);
    const refused = await simulatedLife(NOW);
    refused.simulator.faults.set("coin-metrics", "refused-metric", { key: "PriceUSD" });
    const swapped = await simulatedLife(NOW);
    swapped.simulator.faults.set("bitstamp", "wrong-pair", { path: "/api/v2/ohlc/btcusd/" });
    const lied = await simulatedLife(NOW);
    lied.simulator.faults.set("coin-metrics", "403-forbidden-metric");
    lied.simulator.faults.set("coingecko", "10x-spike", { path: "/api/v3/global", factor: 1.7 });
    for (const life of [whole, refused, swapped, lied]) {
      await life.firstFetch();
      await life.hour();
    }
    const contradicted = swapped.log.lines.filter(({ sentence }) => sentence === "sources contradicted in the past");
    expect(contradicted.map(({ facts }) => `${facts["metric"]} ${facts["source"]}`)).toEqual(
      expect.arrayContaining(["btc-close bitstamp", "btc-hour-close bitstamp"]),
    );
    expect(new Set((await storedDays(swapped.database)).map(({ sources }) => sources["btc-close"]))).not.toContain(
      "bitstamp",
    );
    expect(swapped.shown.rows.at(-1)?.priceSource).not.toBe("bitstamp");
    const days = await storedDays(refused.database);
    const closes = new Set(days.map(({ sources }) => sources["btc-close"]));
    expect([closes.has("brk"), closes.has("bitstamp"), closes.has("coin-metrics")]).toEqual([true, true, false]);
    expect(days.at(-100)?.sources).toMatchObject({ mvrv: "coin-metrics" });

    const expected = await scoresOf(whole);
    for (const other of [refused, swapped, lied])
      expect(meanDifference(expected, await scoresOf(other))).toBeLessThan(1);
    const now = ({ shown }: SimulatedLife) => shown.snapshot?.score;
    expect(Math.abs((now(lied)?.btc.score ?? 0) - (now(whole)?.btc.score ?? 100))).toBeLessThan(1);
    // Without Coin Metrics, the other coins' past is shorter, and so is their basket's.
    expect(Math.abs((now(lied)?.crypto.score ?? 0) - (now(refused)?.crypto.score ?? 100))).toBeLessThan(1);
    expect(lied.shown.snapshot?.market.btcDominance.source).toBe("coinpaprika");
  }, 180_000);
});

async function scoresOf({ database }: SimulatedLife): Promise<readonly number[]> {
  const rows = await storedRows(database);
  return rows.slice(-COMPARED_DAYS).map(({ score }) => score);
}

function meanDifference(one: readonly number[], other: readonly number[]): number {
  expect([one.length, other.length]).toEqual([COMPARED_DAYS, COMPARED_DAYS]);
  return one.reduce((sum, score, i) => sum + Math.abs(score - (other[i] ?? Number.NaN)), 0) / COMPARED_DAYS;
}
