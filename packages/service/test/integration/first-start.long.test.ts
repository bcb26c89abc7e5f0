import { FIRST_DAY, formatDay, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { never, simulatedLife } from "../support/simulated-life.js";

describe("the first start with fewer sources", () => {
  test("before 06:00 the newest row is yesterday's; with Coin Metrics switched off the chain-derived source gives the past", async () => {
    const life = await simulatedLife("2026-11-21T05:30:00Z", { UPSTREAMS_DISABLED: "coin-metrics" });
    await life.worker.tasks.backfill(never);
    expect(formatDay(life.shown.rows[29]?.day ?? (0 as never))).toBe("2026-11-20");
    const days = await life.stores.days.closedDays();
    // The derived prices begin on 2010-08-16; an exchange's close goes before them from 2011-08-18 on.
    expect(days[28]).toMatchObject({ price: undefined, mvrv: undefined, sources: {} });
    expect(days[29]?.sources).toMatchObject({ "btc-close": "brk", mvrv: "brk" });
    expect([days[395], days[396]].map((day) => day?.sources["btc-close"])).toEqual(["brk", "bitstamp"]);
    expect(days.at(-1)?.sources).toMatchObject({ "btc-close": "bitstamp", mvrv: "brk" });
    // A week in January 2015 on which they were far off is logged, and its MVRV is not taken.
    const differ = life.log.lines.filter(({ sentence }) => sentence === "sources differ on closes");
    expect(differ.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ sources: ["bitstamp", "brk"], days: 7, first: "2015-01-13", last: "2015-01-19" }),
    );
    expect(days[utcDay("2015-01-14") - FIRST_DAY]?.mvrv).toBeUndefined();
    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
  });

  test("with one metric refused by Coin Metrics the other is used; a source that answers with another pair is not", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "refused-metric");
    life.simulator.faults.set("bitstamp", "wrong-pair", { path: "/api/v2/ohlc/btcusd/" });
    await life.worker.tasks.backfill(never);
    expect(life.log.lines.find(({ sentence }) => sentence === "series of sources not used")?.facts).toEqual({
      series: ["btc-close bitstamp", "btc-hour-close bitstamp"],
    });
    const days = await life.stores.days.closedDays();
    expect([...new Set(days.map((day) => day.sources["btc-close"]))]).toEqual(["coin-metrics"]);
    expect(days.at(-100)?.sources).toMatchObject({ mvrv: "brk" });
    expect(life.shown.rows).toHaveLength(30);
    expect(life.shown.rows.at(-1)?.priceSource).not.toBe("bitstamp");
  });
});
