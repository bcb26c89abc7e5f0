import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, plus } from "peak-cycle-model";
import { expect, onTestFinished, test, vi } from "vitest";
import { PublishingHeldError, StorageError } from "../../../src/domain/errors.js";
import { DatabaseHealth } from "../../../src/jobs/database-health.js";
import { PublishingGate } from "../../../src/jobs/publishing-gate.js";
import { JobLateError, nextAfter, Scheduler } from "../../../src/jobs/schedule.js";
import { Published } from "../../../src/published/published.js";
import { type FakeClock, fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

/** Runs a job until the test ends; by default it is due again a day after each run. */
async function begin(
  start: string,
  run: (signal: AbortSignal, seconds: number, clock: FakeClock) => Promise<void>,
  next: (at: Instant) => Instant = (at) => plus(at, DAY_MS),
) {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  const [clock, log, stop] = [fakeClock(start), quietLog(), new AbortController()];
  onTestFinished(() => stop.abort(new Error("stop")));
  const time = { backMs: 0 };
  const moved = { ...clock, now: () => (clock.now() - time.backMs) as Instant };
  const begun = clock.now();
  const runs: number[] = [];
  const noted = (signal: AbortSignal) => {
    const seconds = (clock.now() - begun) / 1000;
    runs.push(seconds);
    return run(signal, seconds, clock);
  };
  const gate = new PublishingGate(moved, log, new Published());
  const scheduler = new Scheduler(moved, log, gate, new DatabaseHealth(log), stop.signal);
  const ended = scheduler.keepRunning({ name: "x", run: noted }, next).catch((error: unknown) => error);
  const said = () => log.lines.map(({ level, sentence }) => `${level}: ${sentence}`);
  await new Promise((done) => setImmediate(done));
  return { clock, log, stop, time, runs, ended, said };
}

const nothing = async () => undefined;

test.each([
  ["2026-11-21T05:06:59.999Z", HOUR_MS, 7 * MINUTE_MS, "2026-11-21T05:07:00.000Z"],
  ["2026-11-21T05:07:00.000Z", HOUR_MS, 7 * MINUTE_MS, "2026-11-21T06:07:00.000Z"],
  ["2026-12-31T06:00:00.000Z", DAY_MS, 6 * HOUR_MS, "2027-01-01T06:00:00.000Z"],
])("after %s, a job due every %s ms at %s ms is next due at %s", (at, periodMs, offsetMs, due) => {
  expect(new Date(nextAfter(Date.parse(at) as Instant, periodMs, offsetMs)).toISOString()).toBe(due);
});

test("a job runs at the start and then whenever it is due", async () => {
  const { clock, runs } = await begin("2026-11-21T05:00:00Z", nothing, (at) => nextAfter(at, DAY_MS, 6 * HOUR_MS));
  await clock.advance(25 * HOUR_MS);
  expect(runs).toEqual([0, 3600, 25 * 3600]);
});

test("a job that came due while it ran runs again at once, and never overlaps itself", async () => {
  let [inside, most] = [0, 0];
  const long = async (signal: AbortSignal, seconds: number, clock: FakeClock) => {
    most = Math.max(most, ++inside);
    if (seconds === 0) await clock.sleep(40 * MINUTE_MS, signal);
    inside--;
  };
  const { clock, runs } = await begin("2026-11-21T05:50:00Z", long, (at) => nextAfter(at, HOUR_MS, 0));
  await clock.advance(3 * HOUR_MS);
  expect([most, runs]).toEqual([1, [0, 40 * 60, 70 * 60, 130 * 60]]);
});

test("after the clock was set back by hours, a job is due by the new time", async () => {
  const failing = async (_signal: AbortSignal, seconds: number) => {
    if (seconds === 75) throw new NotEnoughDataError("no price");
  };
  const { clock, time, runs } = await begin("2026-11-21T05:00:00Z", failing, (at) => plus(at, 45_000));
  await clock.advance(10_000);
  time.backMs = 5 * HOUR_MS;
  await clock.advance(66_000); // 30 s slept by the old time, then 45 s by the new one
  expect(runs).toEqual([0, 75]);
  time.backMs = 10 * HOUR_MS;
  await clock.advance(60_000); // the pause before a retry ends at once
  expect(runs).toEqual([0, 75, 86.25, 131.25]);
});

test("a failed run is retried after growing pauses, and only bugs have a stack in the log", async () => {
  const bug = new TypeError("a bug");
  const failures = [new NotEnoughDataError("no price"), bug, new PublishingHeldError("the clock")];
  const failing = async () => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  const { clock, log, runs, said } = await begin("2026-11-21T05:00:00Z", failing);
  await clock.advance(5 * MINUTE_MS);
  expect(runs).toEqual([0, 11.25, 33.75, 78.75]);
  expect(said()).toEqual([
    "warn: job waiting for data",
    "error: job failed",
    "debug: job skipped while publishing is paused",
  ]);
  expect(log.lines[1]?.facts["error"]).toBe(bug);
});

test("a job that waits for the same data is logged once an hour, with the number of attempts", async () => {
  const waiting = async (_signal: AbortSignal, seconds: number) => {
    throw new NotEnoughDataError(seconds < 5400 ? "no source responds" : "no price");
  };
  const { clock, log } = await begin("2026-11-21T05:00:00Z", waiting);
  for (let minute = 0; minute < 100; minute++) await clock.advance(MINUTE_MS);
  const lines = log.lines.map(({ facts }) => [facts["reason"], facts["times"] !== undefined]);
  expect(lines).toEqual([
    ["no source responds", false],
    ["no source responds", true],
    ["no price", false],
  ]);
});

test("a job is retried soon after the database has failed, which is logged once with its reason", async () => {
  const failing = async (_signal: AbortSignal, seconds: number) => {
    if (seconds < 60) throw new StorageError("the database failed: database or disk is full");
  };
  const { clock, log, runs, said } = await begin("2026-11-21T05:00:00Z", failing);
  await clock.advance(2 * MINUTE_MS);
  expect(runs).toEqual([0, 11.25, 33.75, 56.25, 78.75]);
  expect(said()).toEqual(["warn: database unavailable", "info: database available again"]);
  expect(log.lines[0]?.facts["reason"]).toContain("database or disk is full");
});

test("a run that ignores its signal ends the term", async () => {
  const { clock, ended } = await begin("2026-11-21T05:00:00Z", () => new Promise(() => {}));
  await clock.advance(2 * HOUR_MS);
  expect(await ended).toBeInstanceOf(JobLateError);
});

test("a stop ends a run", async () => {
  const waiting = (signal: AbortSignal, _seconds: number, clock: FakeClock) => clock.sleep(DAY_MS, signal);
  const { stop, ended } = await begin("2026-11-21T05:00:00Z", waiting);
  stop.abort(new Error("stop"));
  expect(await ended).toEqual(new Error("stop"));
});
