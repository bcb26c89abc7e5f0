import { addDays, formatDay, type Instant, instantOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { storedDays } from "../../support/sample-ledger.js";
import { simulatedLife } from "../../support/simulated-life.js";

/** The sources that reach back to 2010. */
const EARLY = ["coin-metrics", "brk"];

/** A first start up to its first score, during which these sources fail at first. */
async function startLate() {
  const life = await simulatedLife("2026-11-21T09:00:00Z");
  for (const source of EARLY) life.simulator.faults.set(source, "500");
  const reason = await life.firstFetch().then(
    () => "it did not wait",
    (error: Error) => error.message,
  );
  const failed = life.log.lines.filter(({ sentence }) => sentence === "source request failed");
  const { firstStart } = life.published.now.get();
  life.simulator.faults.clear();
  await life.firstFetch();
  const fetched = { ...life.shown };
  const candles = await observationsBetween(life.db, "btc-hour-close", 0 as Instant, 9e15 as Instant);
  await life.hour();
  return { reason, failed, firstStart, fetched, candles, score: life.shown.snapshot?.score };
}

let started: ReturnType<typeof startLate> | undefined;

/** Started once, by the first test that needs it. */
function lateStart(): ReturnType<typeof startLate> {
  started ??= startLate();
  return started;
}

describe("the first start", () => {
  test("waits for the sources of the early years, and says which ones and what the operator can do", async () => {
    const { reason, firstStart } = await lateStart();
    expect(reason).toBe(
      "no price back to 2010-09-16 yet: waiting for coin-metrics (unreachable since 2026-11-21T09:00:00.000Z) for " +
        "the close of Bitcoin; brk (unreachable since 2026-11-21T09:00:00.000Z) for the close of Bitcoin; " +
        "to continue without a source, add it to UPSTREAMS_DISABLED",
    );
    expect(firstStart).toMatchObject({ waitsFor: reason });
  });

  test("logs once for each source that it cannot reach", async () => {
    const { failed } = await lateStart();
    expect(failed.map(({ facts }) => facts["source"]).sort()).toEqual(EARLY.toSorted());
  });

  test("publishes thirty rows up to today, each with the price of its own 06:00, and no score yet", async () => {
    const { fetched, candles } = await lateStart();
    const { rows, snapshot } = fetched;
    expect(rows.map((row) => formatDay(row.day))).toEqual(
      Array.from({ length: 30 }, (_, i) => formatDay(addDays(utcDay("2026-10-23"), i))),
    );
    expect(snapshot).toBeUndefined();
    expect(new Set(rows.map((row) => row.priceSource))).toEqual(new Set(["bitstamp"]));
    expect(candles.map((each) => each.value)).toContain(rows[28]?.btcPriceUsd);
  });

  test("continues once its sources respond, up to a first score from all inputs", async () => {
    const { score } = await lateStart();
    expect(score?.btc.score).toBeGreaterThan(0);
    expect(score?.coverage).toBe(1);
    expect(score?.computedAt).toBe(instantOf("2026-11-21T09:00:00Z"));
  });

  test("publishes nothing without a source that reaches back to 2010, and says what to do", async () => {
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED: "coin-metrics,brk" });
    await expect(life.firstFetch()).rejects.toThrow(/no price back to 2010-09-16 yet: enable coin-metrics or brk/);
    await expect(life.hour()).rejects.toThrow("no closed day yet");
    expect(life.shown).toEqual({ snapshot: undefined, rows: [] });
    expect(await storedDays(life.db)).toEqual([]);
  });

  test("says for each queried source why it returns nothing", async () => {
    const UPSTREAMS_DISABLED = SOURCE_NAMES.filter((name) => !["coin-metrics", "brk"].includes(name)).join(",");
    const life = await simulatedLife("2026-11-21T09:00:00Z", { UPSTREAMS_DISABLED });
    life.simulator.faults.set("*", "404");
    const since = "(refused since 2026-11-21T09:00:00.000Z)";
    await expect(life.firstFetch()).rejects.toThrow(`coin-metrics ${since} for the close of Bitcoin; brk ${since}`);
  });
});
