import { HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { newestScore } from "../../../src/storage/scores.js";
import { storedDays, storedRows } from "../../support/sample-ledger.js";
import { GROWN_AT, grownLife, type SimulatedLife, simulatedLife } from "../../support/simulated-life.js";

const AFTER_CLOSING = "2026-11-20T06:20:00Z";

/** All jobs once, as a start of the service runs them. */
const work = (life: SimulatedLife) => life.attempt("pollPrice", "hourlyScore", "closeDays");

/** Everything that is frozen, and everything from which later days are computed. */
async function stored({ database }: SimulatedLife) {
  const seen = await Promise.all(
    (["btc-price", "btc-close", "mvrv", "dominance", "fear-greed", "eth-close"] as const).map((metric) =>
      observationsBetween(database, metric, 0 as Instant, 1e15 as Instant),
    ),
  );
  const rows = (await storedRows(database)).slice(-40);
  const days = (await storedDays(database)).slice(-40);
  const signedUpTo = (await newestEntries(database)).position;
  return { rows, days, score: await newestScore(database, 9e15 as Instant), signedUpTo, seen };
}

/** A service that was not running while another one had a wrong clock. */
async function sound() {
  const life = await grownLife(GROWN_AT);
  await work(life);
  life.moveTo(AFTER_CLOSING);
  await work(life);
  return stored(life);
}

describe("with the clock of the machine wrong", () => {
  let right: ReturnType<typeof sound> | undefined;

  test.each([
    ["54 hours ahead", 54 * HOUR_MS],
    ["54 hours behind", -54 * HOUR_MS],
  ])("%s: nothing is stored, and once it is right all is as after a pause of the service", async (_what, aheadMs) => {
    right ??= sound();
    const life = await grownLife(GROWN_AT);
    await work(life);
    const before = await stored(life);
    life.shiftClock(aheadMs);
    for (const hours of [0, 9]) {
      life.moveTo(new Date(Date.parse(GROWN_AT) + hours * HOUR_MS).toISOString());
      expect(await work(life)).toContainEqual(expect.stringMatching(/^The clock of this machine is .+ the sources\.$/));
      expect(await stored(life)).toEqual(before);
    }
    expect(life.published.now.get().troubles).toMatchObject([expect.stringContaining("The clock of this machine")]);
    life.shiftClock(0);
    life.moveTo(AFTER_CLOSING);
    expect(await work(life)).toEqual([]);
    expect(await stored(life)).toEqual(await right);
    expect(life.published.now.get().troubles).toEqual([]);
    const said = life.log.lines.map(({ sentence }) => sentence);
    for (const sentence of ["publishing paused", "publishing resumed"])
      expect(said.filter((each) => each === sentence)).toHaveLength(1);
    expect(said).not.toContain("source request failed");
  });

  test("at the first start: no day is frozen before it is right", async () => {
    const life = await simulatedLife(GROWN_AT);
    life.shiftClock(54 * HOUR_MS);
    await expect(life.firstFetch()).rejects.toThrow("The clock of this machine is 54 h ahead");
    expect(await stored(life)).toMatchObject({ rows: [], days: [], seen: [[], [], [], [], [], []] });
  });
});
