import { addDays, formatDay, formatInstant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { storedDays } from "../../support/sample-ledger.js";
import { simulatedLife } from "../../support/simulated-life.js";

describe("the first start", () => {
  test("waits for a source that has lost its early years, then has thirty rows ending today and a score", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    life.simulator.faults.set("coin-metrics", "500");
    life.simulator.faults.set("brk", "500");
    await expect(life.firstFetch()).rejects.toThrow(
      "no price back to 2010-09-16 yet: waiting for coin-metrics (unreachable since 2026-11-21T09:00:00.000Z) for " +
        "the close of Bitcoin; brk (unreachable since 2026-11-21T09:00:00.000Z) for the close of Bitcoin; " +
        "to continue without a source, add it to UPSTREAMS_DISABLED",
    );
    const said = life.log.lines.filter(({ sentence }) => sentence === "source request failed");
    expect(said.map(({ facts }) => facts["source"]).sort()).toEqual(["brk", "coin-metrics"]); // once each
    const { firstStart } = life.published.now.get();
    expect(firstStart).toMatchObject({ waitsFor: expect.stringContaining("waiting for coin-metrics") });
    life.simulator.faults.clear();
    await life.firstFetch();
    const { rows } = life.shown;
    expect(rows.map((row) => formatDay(row.day))).toEqual(
      Array.from({ length: 30 }, (_, i) => formatDay(addDays(utcDay("2026-10-23"), i))),
    );
    expect(life.shown.snapshot).toBeUndefined();

    // Each row stands on the price of its own 06:00.
    expect(new Set(rows.map((row) => row.priceSource))).toEqual(new Set(["bitstamp"]));
    const candles = await observationsBetween(life.database, "btc-hour-close", 0 as never, 9e15 as never);
    expect(candles.map((each) => each.value)).toContain(rows[28]?.btcPriceUsd);

    await life.hour();
    expect(life.shown.snapshot?.score.btc.score).toBeGreaterThan(0);
    expect(formatInstant(life.shown.snapshot?.score.computedAt ?? (0 as never))).toBe("2026-11-21T09:00:00.000Z");
    expect(life.shown.snapshot?.score.coverage).toBe(1);
  });

  test("without a source that reaches back to 2010 nothing is published, and the reason says what to do", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED: "coin-metrics,brk" });
    await expect(life.firstFetch()).rejects.toThrow(/no price back to 2010-09-16 yet: enable coin-metrics or brk/);
    await expect(life.hour()).rejects.toThrow("no closed day yet");
    expect(life.shown).toEqual({ snapshot: undefined, rows: [] });
    expect(await storedDays(life.database)).toEqual([]);
  });

  test("says of each source that was asked why it gives nothing", async () => {
    const UPSTREAMS_DISABLED = SOURCE_NAMES.filter((name) => !["coin-metrics", "brk"].includes(name)).join(",");
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED });
    life.simulator.faults.set("*", "404");
    const since = "(refused since 2026-11-21T09:00:00.000Z)";
    await expect(life.firstFetch()).rejects.toThrow(`coin-metrics ${since} for the close of Bitcoin; brk ${since}`);
  });
});
