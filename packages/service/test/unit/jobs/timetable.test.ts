import { HOUR_MS, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import { DatabaseHealth } from "../../../src/jobs/database-health.js";
import type { Leader } from "../../../src/jobs/leader.js";
import { PublishingGate } from "../../../src/jobs/publishing-gate.js";
import { type Job, Scheduler } from "../../../src/jobs/schedule.js";
import { runTimetable } from "../../../src/jobs/timetable.js";
import { Published } from "../../../src/published/published.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

/**
 * Runs the timetable of an installation whose minute is 7, with jobs that only note when they run.
 *
 * @returns the minutes of the day, UTC, at which each job ran, with hours that continue after midnight
 */
async function ran(from: string, hours: number): Promise<Readonly<Record<keyof Leader, readonly string[]>>> {
  const [clock, log, stop, published] = [fakeClock(from), quietLog(), new AbortController(), new Published()];
  published.show({ minute: 7 });
  onTestFinished(() => stop.abort(new Error("stop")));
  const runs = { readLedger: [], pollPrice: [], firstFetch: [], hourlyScore: [], closeDays: [] } as Record<
    keyof Leader,
    string[]
  >;
  const noting = (name: keyof Leader): Job<number> => ({
    name,
    run: async () => runs[name].push(new Date(clock.now()).toISOString().slice(8, 16)),
  });
  const names = Object.keys(runs) as (keyof Leader)[];
  const leader = Object.fromEntries(names.map((name) => [name, noting(name)])) as unknown as Leader;
  const gate = new PublishingGate(clock, log, published);
  const scheduler = new Scheduler(clock, log, gate, new DatabaseHealth(log), stop.signal);
  runTimetable(scheduler, leader, published).catch(() => {}); // ends with the test
  await new Promise((done) => setImmediate(done));
  for (let passed = 0; passed < hours * HOUR_MS; passed += MINUTE_MS) await clock.advance(MINUTE_MS);
  return runs;
}

describe("the timetable of a leader", () => {
  test("computes the score at its start, and then in the installation's minute of every hour", async () => {
    const { hourlyScore } = await ran("2026-11-21T05:30:00Z", 4);
    expect(hourlyScore).toEqual(["21T05:30", "21T06:07", "21T07:07", "21T08:07", "21T09:07"]);
  });

  test("closes days at its start, and then at 06:00 UTC of every day", async () => {
    const { closeDays } = await ran("2026-11-21T05:30:00Z", 49);
    expect(closeDays).toEqual(["21T05:30", "21T06:00", "22T06:00", "23T06:00"]);
  });

  test("requests the price every 40 to 50 seconds", async () => {
    const { pollPrice } = await ran("2026-11-21T05:30:00Z", 1);
    expect(pollPrice.length).toBeGreaterThanOrEqual(3600 / 50);
    expect(pollPrice.length).toBeLessThanOrEqual(3600 / 40 + 1);
  });

  test("reads the ledger and fetches the past once, at its start", async () => {
    const { readLedger, firstFetch } = await ran("2026-11-21T05:30:00Z", 25);
    expect([readLedger, firstFetch]).toEqual([["21T05:30"], ["21T05:30"]]);
  });
});
