import { describe, expect, test } from "vitest";
import { FIRST_DAY } from "../../src/domain/day.js";
import { addDays, formatDay, formatInstant, utcDay } from "../../src/domain/instant.js";
import { never, simulatedLife } from "../support/simulated-life.js";

describe("the first start", () => {
  test("waits for a source that has lost its early years, freezes the past, and has thirty consecutive rows ending today and a score", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "500");
    life.simulator.faults.set("brk", "500");
    await expect(life.worker.tasks.backfill(never)).rejects.toThrow("no price back to 2010-09-16");
    life.simulator.faults.clear();
    await life.worker.tasks.backfill(never);
    const { rows } = life.shown;
    expect(rows.map((row) => formatDay(row.day))).toEqual(
      Array.from({ length: 30 }, (_, i) => formatDay(addDays(utcDay("2026-10-23"), i))),
    );
    expect(life.shown.snapshot).toBeUndefined();

    // What the page draws meanwhile: a stored close every seventh day, from the first week to the last.
    const closes = await life.stores.observations.between("btc-close", 0 as never, 9e15 as never);
    const stored = new Set(closes.map(({ value }) => value));
    const weeks = [...life.weeklyCloses.keys()];
    expect(weeks.length).toBe(Math.floor((utcDay("2026-11-20") - FIRST_DAY) / 7) + 1);
    expect(weeks.every((day) => (day - (weeks[0] ?? 0)) % 7 === 0)).toBe(true);
    expect([...life.weeklyCloses.values()].every((price) => stored.has(price))).toBe(true);

    // Each row stands on the price of its own 06:00.
    expect(new Set(rows.map((row) => row.priceSource))).toEqual(new Set(["bitstamp"]));
    const candles = await life.stores.observations.between("btc-hour-close", 0 as never, 9e15 as never);
    expect(candles.map((each) => each.value)).toContain(rows[28]?.btcPriceUsd);

    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
    expect(formatInstant(life.shown.snapshot?.score.computedAt ?? (0 as never))).toBe("2026-11-21T09:00:00.000Z");
    expect(life.shown.snapshot?.score.coverage).toBe(1);
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
