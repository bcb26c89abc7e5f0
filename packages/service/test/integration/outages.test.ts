import { HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { GROWN_AT, grownLife } from "../support/simulated-life.js";
import { attempt, outlivesOutage, outlivesSpike } from "./outage.js";

/** One failure of each kind: no answer, refused for a day, a wrong date, nothing inside, and wrong numbers. */
const FAULTS = ["reset", "451-binance", "date-behind", "empty-rows", "10x-spike"] as const;

describe("with every source failing in the same way over the closing of a day", () => {
  test.each(FAULTS)("%s: no wrong number is shown, and the day is right in the end", outlivesOutage);
});

test("a tenfold spike of one exchange alone reaches neither the score, nor the market, nor a frozen day", async () => {
  await outlivesSpike("kraken");
});

describe("with every source silent", () => {
  test("the last score stays for hours, and a new one comes by itself when the sources are back", async () => {
    const life = await grownLife(GROWN_AT);
    const before = life.shown.snapshot;
    life.simulator.faults.set("*", "reset");
    const start = Date.parse(GROWN_AT);
    for (let at = start + HOUR_MS; at < start + 5 * HOUR_MS; at += HOUR_MS) {
      life.moveTo(new Date(at).toISOString());
      await attempt(life.hour);
    }
    expect(life.shown.snapshot).toEqual(before);
    life.simulator.faults.clear();
    const back = start + 5 * HOUR_MS + 20 * MINUTE_MS;
    life.moveTo(new Date(back).toISOString());
    await life.hour();
    expect(life.shown.snapshot?.score.computedAt).toBe(back);
  });
});
