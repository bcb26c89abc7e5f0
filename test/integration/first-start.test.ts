import { describe, expect, test } from "vitest";
import { formatDay, formatInstant, utcDay } from "../../src/domain/instant.js";
import { FIRST_DAY } from "../../src/engine/cycle-model.js";
import { never, simulatedLife } from "../support/simulated-life.js";

describe("the first start", () => {
  test("fetches the past, freezes it, and has thirty consecutive rows ending today and a score", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    await life.worker.tasks.backfill(never);
    expect(life.shown.rows).toHaveLength(30);
    expect(life.shown.rows.map((row) => row.day - (life.shown.rows[0]?.day ?? 0))).toEqual(
      Array.from({ length: 30 }, (_, i) => i),
    );
    expect(formatDay(life.shown.rows[29]?.day ?? (0 as never))).toBe("2026-11-21");
    expect(life.shown.snapshot).toBeUndefined();
    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
    expect(formatInstant(life.shown.snapshot?.score.computedAt ?? (0 as never))).toBe("2026-11-21T09:00:00.000Z");
    expect(life.shown.snapshot?.score.coverage).toBe(1);
  });

  test("before 06:00 the newest row is yesterday's", async () => {
    const life = await simulatedLife("2026-11-21T05:30:00Z");
    await life.worker.tasks.backfill(never);
    expect(formatDay(life.shown.rows[29]?.day ?? (0 as never))).toBe("2026-11-20");
    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
  });

  test("rows stand on the price of their own 06:00", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    await life.worker.tasks.backfill(never);
    expect(new Set(life.shown.rows.map((row) => row.priceSource))).toEqual(new Set(["bitstamp"]));
    const yesterday = life.shown.rows[28];
    const candles = await life.stores.observations.between("btc-hour-close", 0 as never, 9e15 as never);
    expect(candles.map((each) => each.value)).toContain(yesterday?.btcPriceUsd);
  });

  test("without a source that reaches back to 2010 nothing is published, and the reason says what to do", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED: "coin-metrics,brk" });
    await expect(life.worker.tasks.backfill(never)).rejects.toThrow(
      /no price back to 2010-09-16 yet: enable coin-metrics or brk/,
    );
    await expect(life.hour()).rejects.toThrow("no closed day yet");
    expect(life.shown).toEqual({ snapshot: undefined, rows: [] });
    expect(await life.stores.days.lastClosedDay()).toBeUndefined();
  });

  test("a source that has lost its early years does not shorten the past", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "500");
    life.simulator.faults.set("brk", "500");
    await expect(life.worker.tasks.backfill(never)).rejects.toThrow("no price back to 2010-09-16");
    life.simulator.faults.clear();
    await life.worker.tasks.backfill(never);
    expect(life.shown.rows).toHaveLength(30);
  });

  test("with Coin Metrics switched off the chain-derived source gives the past", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED: "coin-metrics" });
    await life.worker.tasks.backfill(never);
    const days = await life.stores.days.closedDays();
    // The derived prices begin on 2010-08-16; an exchange's close goes before them from 2011-08-18 on.
    expect(days[28]).toMatchObject({ price: undefined, mvrv: undefined, sources: {} });
    expect(days[29]?.sources).toMatchObject({ "btc-close": "brk", mvrv: "brk" });
    expect([days[395], days[396]].map((day) => day?.sources["btc-close"])).toEqual(["brk", "bitstamp"]);
    expect(days.at(-1)?.sources).toMatchObject({ "btc-close": "bitstamp", mvrv: "brk" });
    // A week in January 2015 on which they were far off is logged, and its MVRV is not taken.
    const differ = life.log.lines.filter(({ sentence }) => sentence === "sources differ on closes");
    expect(differ.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ sources: ["brk", "bitstamp"], days: 7, first: "2015-01-13", last: "2015-01-19" }),
    );
    expect(days[utcDay("2015-01-14") - FIRST_DAY]?.mvrv).toBeUndefined();
  });

  test.each([
    ["PriceUSD", { "btc-close": "bitstamp", mvrv: "coin-metrics" }],
    ["CapMVRVCur", { "btc-close": "coin-metrics", mvrv: "brk" }],
  ])("with %s refused by Coin Metrics the rest of it is used", async (key, sources) => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "refused-metric", { key });
    await life.worker.tasks.backfill(never);
    expect((await life.stores.days.closedDays()).at(-100)?.sources).toMatchObject(sources);
    expect(life.shown.rows).toHaveLength(30);
  });

  test("a source that answers with another pair is not used", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("bitstamp", "wrong-pair", { path: "/api/v2/ohlc/btcusd/" });
    await life.worker.tasks.backfill(never);
    expect(life.log.lines.find(({ sentence }) => sentence === "series of sources not used")?.facts).toEqual({
      series: ["btc-close bitstamp", "btc-hour-close bitstamp"],
    });
    const sources = new Set((await life.stores.days.closedDays()).map((day) => day.sources["btc-close"]));
    expect([...sources]).toEqual(["coin-metrics"]);
    const row = life.shown.rows.at(-1);
    expect(row?.priceSource).not.toBe("bitstamp");
  });
});
