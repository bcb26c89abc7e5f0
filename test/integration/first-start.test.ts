import { describe, expect, test } from "vitest";
import { formatDay, formatInstant } from "../../src/domain/instant.js";
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
      /no price back to 2010-07-18 yet: enable coin-metrics or brk/,
    );
    await expect(life.hour()).rejects.toThrow("no closed day yet");
    expect(life.shown).toEqual({ snapshot: undefined, rows: [] });
    expect(await life.stores.days.lastClosedDay()).toBeUndefined();
  });

  test("a source that has lost its early years does not shorten the past", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "500");
    life.simulator.faults.set("brk", "500");
    await expect(life.worker.tasks.backfill(never)).rejects.toThrow("no price back to 2010-07-18");
    life.simulator.faults.clear();
    await life.worker.tasks.backfill(never);
    expect(life.shown.rows).toHaveLength(30);
  });

  test("with Coin Metrics switched off the chain-derived source gives the past", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED: "coin-metrics" });
    await life.worker.tasks.backfill(never);
    const days = await life.stores.days.closedDays();
    expect(days.at(0)?.sources).toMatchObject({ "btc-close": "brk", mvrv: "brk" });
    expect(days.at(-30)?.sources).toMatchObject({ "btc-close": "brk", mvrv: "brk" });
    expect(days.at(-1)?.sources).toMatchObject({ "btc-close": "bitstamp", mvrv: "brk" }); // new closes follow the chain
  });
});
