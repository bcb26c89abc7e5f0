import { addDays, formatDay, formatInstant, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { storedDays } from "../../support/sample-ledger.js";
import { simulatedLife } from "../../support/simulated-life.js";

/** The sources that reach back to 2010. */
const EARLY = ["coin-metrics", "brk"];

describe("the first start", () => {
  test("waits for the sources of the early years, and says whom it waits for and what can be done", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    for (const source of EARLY) life.simulator.faults.set(source, "500");
    await expect(life.firstFetch()).rejects.toThrow(
      "no price back to 2010-09-16 yet: waiting for coin-metrics (unreachable since 2026-11-21T09:00:00.000Z) for " +
        "the close of Bitcoin; brk (unreachable since 2026-11-21T09:00:00.000Z) for the close of Bitcoin; " +
        "to continue without a source, add it to UPSTREAMS_DISABLED",
    );
    const failed = life.log.lines.filter(({ sentence }) => sentence === "source request failed");
    expect(failed.map(({ facts }) => facts["source"]).sort()).toEqual(EARLY.toSorted()); // once each
    const { firstStart } = life.published.now.get();
    expect(firstStart).toMatchObject({ waitsFor: expect.stringContaining("waiting for coin-metrics") });
  });

  test("gives thirty rows that end today, each at a price of its own 06:00, and no score yet", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    await life.firstFetch();
    const { rows, snapshot } = life.shown;
    expect(rows.map((row) => formatDay(row.day))).toEqual(
      Array.from({ length: 30 }, (_, i) => formatDay(addDays(utcDay("2026-10-23"), i))),
    );
    expect(snapshot).toBeUndefined();
    expect(new Set(rows.map((row) => row.priceSource))).toEqual(new Set(["bitstamp"]));
    const candles = await observationsBetween(life.database, "btc-hour-close", 0 as never, 9e15 as never);
    expect(candles.map((each) => each.value)).toContain(rows[28]?.btcPriceUsd);
  });

  test("goes on once the sources that it waited for answer again, up to a first score from all inputs", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z");
    for (const source of EARLY) life.simulator.faults.set(source, "500");
    await expect(life.firstFetch()).rejects.toThrow("waiting for coin-metrics");
    life.simulator.faults.clear();
    await life.firstFetch();
    await life.hour();
    const score = life.shown.snapshot?.score;
    expect(score?.btc.score).toBeGreaterThan(0);
    expect(score?.coverage).toBe(1);
    expect(formatInstant(score?.computedAt ?? (0 as never))).toBe("2026-11-21T09:00:00.000Z");
  });

  test("publishes nothing without a source that reaches back to 2010, and says what to do", async () => {
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
