import { HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { observationsBetween } from "../../../src/storage/observations.js";
import { newestScore } from "../../../src/storage/scores.js";
import { memoize } from "../../support/memoize.js";
import { storedDays, storedRows } from "../../support/sample-ledger.js";
import { GROWN_AT, grownLife, type SimulatedLife, simulatedLife } from "../../support/simulated-life.js";

const AFTER_CLOSING = "2026-11-20T06:20:00Z";

/** Runs all jobs once, as a start of the service does. */
const work = (life: SimulatedLife) => life.attempt("pollPrice", "hourlyScore", "closeDays");

/** Everything that is frozen, and everything that later days are computed from. */
async function stored({ db }: SimulatedLife) {
  const seen = await Promise.all(
    (["btc-price", "btc-close", "mvrv", "dominance", "fear-greed", "eth-close"] as const).map((metric) =>
      observationsBetween(db, metric, 0 as Instant, 1e15 as Instant),
    ),
  );
  const rows = (await storedRows(db)).slice(-40);
  const days = (await storedDays(db)).slice(-40);
  const signedUpTo = (await newestEntries(db)).position;
  return { rows, days, score: await newestScore(db, 9e15 as Instant), signedUpTo, seen };
}

/** A service that was not running while another one had a wrong clock. */
const paused = memoize(async (until: string) => {
  const life = await grownLife(GROWN_AT);
  await work(life);
  life.moveTo(until);
  await work(life);
  return stored(life);
});

/** A service whose clock is wrong for nine hours, and is then set right. */
const corrected = memoize(async (aheadMs: number) => {
  const life = await grownLife(GROWN_AT);
  await work(life);
  const before = await stored(life);
  life.shiftClock(aheadMs);
  const wrong = [];
  for (const hours of [0, 9]) {
    life.moveTo(new Date(Date.parse(GROWN_AT) + hours * HOUR_MS).toISOString());
    const refusals = await work(life);
    wrong.push({ refusals, stored: await stored(life), troubles: life.published.now.get().holds });
  }
  life.shiftClock(0);
  life.moveTo(AFTER_CLOSING);
  const refusals = await work(life);
  const right = { refusals, stored: await stored(life), troubles: life.published.now.get().holds };
  return { before, wrong, right, logged: life.log.lines.map(({ sentence }) => sentence) };
});

describe.each([
  ["54 hours ahead", 54 * HOUR_MS],
  ["54 hours behind", -54 * HOUR_MS],
])("a service whose clock is %s", (words, aheadMs) => {
  const CLOCK = `The clock of this machine is ${words.replace("hours", "h")}${aheadMs > 0 ? " of" : ""} the sources.`;

  test("stores nothing", async () => {
    const { before, wrong } = await corrected(aheadMs);
    expect(wrong.map((each) => each.stored)).toEqual([before, before]);
  });

  test("reports in its jobs and to the public how far its clock is off", async () => {
    const { wrong } = await corrected(aheadMs);
    for (const { refusals, troubles } of wrong) {
      expect(refusals).toContain(CLOCK);
      expect(troubles).toEqual([CLOCK]);
    }
  });

  test("has stored the same as a service that was paused, after its clock is set right", async () => {
    const { right } = await corrected(aheadMs);
    expect(right.stored).toEqual(await paused(AFTER_CLOSING));
  });

  test("has nothing to report after its clock is set right", async () => {
    const { right } = await corrected(aheadMs);
    expect(right).toMatchObject({ refusals: [], troubles: [] });
  });

  test("logs once each that publishing is paused and resumed, and no failed request", async () => {
    const { logged } = await corrected(aheadMs);
    const lines = ["publishing paused", "publishing resumed", "source request failed"];
    expect(logged.filter((sentence) => lines.includes(sentence))).toEqual(lines.slice(0, 2));
  });
});

test("a first start with a wrong clock freezes no day before it is right", async () => {
  const life = await simulatedLife(GROWN_AT);
  life.shiftClock(54 * HOUR_MS);
  await expect(life.firstFetch()).rejects.toThrow("The clock of this machine is 54 h ahead");
  expect(await stored(life)).toMatchObject({ rows: [], days: [], seen: [[], [], [], [], [], []] });
});
