import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, NotEnoughDataError, plus } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { type Job, nextAfter, type RunnerDeps, runJob } from "../../../src/jobs/schedule.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const settle = () => new Promise((done) => setImmediate(done));

function harness(start: string) {
  const clock = fakeClock(start);
  const log = quietLog();
  const stop = new AbortController();
  onTestFinished(() => stop.abort(new Error("stop")));
  const deps: RunnerDeps = { clock, log, random: () => 0.5 };
  /** Begins with a job, which runs until the test ends; it is due again a day after a run, unless said otherwise. */
  const begin = async (job: Pick<Job, "run"> & Partial<Job>, given: Partial<RunnerDeps> = {}) => {
    const whole = { name: "x", withinMs: DAY_MS, next: (at: Instant) => plus(at, DAY_MS), ...job };
    const ended = runJob({ ...deps, ...given }, whole, stop.signal);
    ended.catch(() => {});
    await settle();
    return { ended };
  };
  return { clock, log, stop, deps, begin };
}

test.each([
  ["2026-11-21T05:06:59.999Z", HOUR_MS, 7 * MINUTE_MS, "2026-11-21T05:07:00.000Z"],
  ["2026-11-21T05:07:00.000Z", HOUR_MS, 7 * MINUTE_MS, "2026-11-21T06:07:00.000Z"],
  ["2026-11-21T05:59:59.999Z", DAY_MS, 6 * HOUR_MS, "2026-11-21T06:00:00.000Z"],
  ["2026-12-31T06:00:00.000Z", DAY_MS, 6 * HOUR_MS, "2027-01-01T06:00:00.000Z"],
])("after %s, what comes every %s ms at %s ms is next due at %s", (at, periodMs, offsetMs, due) => {
  expect(new Date(nextAfter(Date.parse(at) as Instant, periodMs, offsetMs)).toISOString()).toBe(due);
});

describe("a job", () => {
  test("runs at the start and then whenever it is due", async () => {
    const { clock, begin } = harness("2026-11-21T05:00:00Z");
    const runs: string[] = [];
    const run = async () => void runs.push(new Date(clock.now()).toISOString());
    await begin({ next: (at) => nextAfter(at, DAY_MS, 6 * HOUR_MS), run });
    await clock.advance(25 * 3_600_000);
    expect(runs).toEqual(["2026-11-21T05:00:00.000Z", "2026-11-21T06:00:00.000Z", "2026-11-22T06:00:00.000Z"]);
  });

  test("is due by the new time after the clock was set back by hours", async () => {
    const { clock, begin } = harness("2026-11-21T05:00:00Z");
    let backMs = 0;
    const moved = { ...clock, now: () => (clock.now() - backMs) as Instant };
    const tries: number[] = [];
    const start = clock.now();
    const run = async () => {
      tries.push((clock.now() - start) / 1000);
      if (tries.length === 2) throw new NotEnoughDataError("no price");
    };
    await begin({ next: (at) => plus(at, 45_000), run }, { clock: moved });
    await clock.advance(10_000);
    backMs = 5 * 3_600_000;
    await clock.advance(66_000); // 30 s slept by the old time, then 45 s by the new one
    expect(tries).toEqual([0, 75]);
    backMs = 10 * 3_600_000;
    await clock.advance(60_000); // a pause before another try ends at once
    expect(tries).toEqual([0, 75, 86.25, 131.25]);
  });

  test("makes up at once for the moment of the timetable that went by while it ran, where it should", async () => {
    const begun = async (makesUp: boolean) => {
      const { clock, begin } = harness("2026-11-21T05:50:00Z");
      const runs: string[] = [];
      const run = async (signal: AbortSignal) => {
        runs.push(new Date(clock.now()).toISOString().slice(11, 16));
        if (runs.length === 1) await clock.sleep(80 * 60_000, signal);
      };
      await begin({ makesUp, next: (at) => nextAfter(at, HOUR_MS, 0), run });
      await clock.advance(3 * 3_600_000);
      return runs;
    };
    expect(await begun(true)).toEqual(["05:50", "07:10", "08:00"]);
    expect(await begun(false)).toEqual(["05:50", "08:00"]);
  });

  test("never overlaps itself: a run that takes longer than its pause delays the next", async () => {
    const { clock, begin } = harness("2026-11-21T05:00:00Z");
    let inside = 0;
    let most = 0;
    let runs = 0;
    const run = async (signal: AbortSignal) => {
      most = Math.max(most, ++inside);
      await clock.sleep(5000, signal);
      inside--;
      runs++;
    };
    await begin({ next: (at) => plus(at, 1000), run });
    await clock.advance(60_000);
    expect(most).toBe(1);
    expect(runs).toBe(10);
  });

  test("is tried again after a growing pause, and a want of data is no error", async () => {
    const { clock, log, begin } = harness("2026-11-21T05:00:00Z");
    const tries: number[] = [];
    const start = clock.now();
    const run = async () => {
      tries.push((clock.now() - start) / 1000);
      if (tries.length === 1) throw new NotEnoughDataError("no price");
      if (tries.length === 2) throw new TypeError("a bug");
    };
    await begin({ run });
    await clock.advance(120_000);
    expect(tries).toEqual([0, 11.25, 33.75]);
    expect(log.lines.map((line) => [line.level, line.sentence])).toEqual([
      ["warn", "job waits for data"],
      ["error", "job failed"],
    ]);
  });

  test("waits for the same data with one line an hour, which counts how often it was tried", async () => {
    const { clock, log, begin } = harness("2026-11-21T05:00:00Z");
    const run = async () => {
      throw new NotEnoughDataError(clock.now() < Date.parse("2026-11-21T06:30:00Z") ? "no source answers" : "no price");
    };
    await begin({ withinMs: 90_000, run });
    for (let minute = 0; minute < 100; minute++) await clock.advance(60_000);
    const lines = log.lines.map(({ facts }) => [facts["reason"], facts["times"] !== undefined]);
    expect(lines).toEqual([
      ["no source answers", false],
      ["no source answers", true],
      ["no price", false],
    ]);
  });

  test("that the database fails is logged with its reason, and a bug with what was thrown", async () => {
    const { clock, log, begin } = harness("2026-11-21T05:00:00Z");
    const full = new StorageError("the database could not add a score: database or disk is full (/data/peak.db)");
    const bug = new TypeError("a bug");
    const failures: Error[] = [full, bug];
    const run = async () => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
    };
    await begin({ run });
    await clock.advance(120_000);
    const told = log.lines.map(({ sentence, facts }) => [sentence, facts["reason"], facts["error"]]);
    expect(told).toEqual([
      ["job failed", full.message, undefined],
      ["job failed", undefined, bug],
    ]);
  });

  test("is given up when its run hangs whatever its signal says, and run again", async () => {
    const { clock, log, begin } = harness("2026-11-21T05:00:00Z");
    const runs: string[] = [];
    const late: string[] = [];
    const run = async () => {
      runs.push(new Date(clock.now()).toISOString().slice(11, 19));
      if (runs.length === 1) await new Promise(() => {});
    };
    const onLate = (name: string) => void late.push(name);
    await begin({ withinMs: 10 * MINUTE_MS, next: (at) => nextAfter(at, HOUR_MS, 0), run }, { onLate });
    await clock.advance(HOUR_MS);
    expect(runs).toEqual(["05:00:00", "05:10:12", "06:00:00"]);
    expect(late).toEqual(["x"]);
    expect(log.lines.map(({ level, sentence, facts }) => [level, sentence, facts["reason"]])).toEqual([
      ["warn", "job is given up", "it did not end in 10 min"],
    ]);
  });

  test("a stop during a run ends it", async () => {
    const { clock, stop, begin } = harness("2026-11-21T05:00:00Z");
    const { ended } = await begin({ run: (signal) => clock.sleep(1e9, signal) });
    stop.abort(new Error("stop"));
    await expect(ended).rejects.toThrow("stop");
  });
});
