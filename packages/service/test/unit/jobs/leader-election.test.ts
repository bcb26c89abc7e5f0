import { HOUR_MS } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Leadership, POLL_JITTER_MS, POLL_MS, runElection } from "../../../src/jobs/leader-election.js";
import { type ChangeMarkers, LEASE_MS } from "../../../src/storage/lease-store.js";
import { type FakeClock, fakeClock } from "../../support/fake-clock.js";
import { type FakeLease, fakeLease } from "../../support/fake-lease.js";
import { quietLog } from "../../support/quiet-log.js";

const settle = () => new Promise((done) => setImmediate(done));
const TICK_MS = 100;

/** Moves time on in small steps, so that what one instance does is polled by the others in its order. */
async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += TICK_MS) {
    await clock.advance(TICK_MS);
    for (let i = 0; i < 8; i++) await settle();
  }
}

interface Instance {
  readonly leaderships: Leadership[];
  readonly polled: (readonly [ChangeMarkers, boolean])[];
  readonly line: { isAway: boolean };
  readonly log: ReturnType<typeof quietLog>;
  readonly ended: Promise<unknown>;
  /** What its jobs throw next. */
  fail(error: Error): void;
  stop(): void;
}

interface Together {
  readonly clock: FakeClock;
  readonly lease: FakeLease;
  /** A further instance. */
  start(name: string, role?: "all" | "api"): Instance;
}

function together(): Together {
  const clock = fakeClock("2026-11-21T07:00:00Z");
  const lease = fakeLease(clock);
  const start: Together["start"] = (name, role = "all") => {
    const [leaderships, polled, line, log, stop]: [
      Leadership[],
      Instance["polled"],
      Instance["line"],
      Instance["log"],
      AbortController,
    ] = [[], [], { isAway: false }, quietLog(), new AbortController()];
    let fail: (error: Error) => void = () => {};
    const lead = (leadership: Leadership) => {
      leaderships.push(leadership);
      return new Promise<void>((_resolve, reject) => {
        fail = reject;
        leadership.signal.addEventListener("abort", () => reject(leadership.signal.reason), { once: true });
      });
    };
    const onPoll = async (...poll: readonly [ChangeMarkers, boolean]) => void polled.push(poll);
    const deps = { clock, log, random: () => 0.99, monotonicMs: clock.now, lease: lease.reachedBy(line), holder: name };
    const ended = runElection({ ...deps, onPoll }, role === "all" ? lead : undefined, stop.signal);
    const end = () => stop.abort(new Error("stop"));
    const settled = ended.catch((error: unknown) => error);
    onTestFinished(async () => {
      end();
      await pass(clock, 3000);
      await settled;
    });
    return { leaderships, polled, line, log, ended: settled, fail: (error) => fail(error), stop: end };
  };
  return { clock, lease, start };
}

const leading = (instances: readonly Instance[]) =>
  instances.map(({ leaderships }) => leaderships.filter(({ signal }) => !signal.aborted).length);

describe("several instances on one database", () => {
  test("do the jobs one at a time, for as long as the leader lives", async () => {
    const { clock, start } = together();
    const all = ["a", "b", "c"].map((name) => start(name));
    await pass(clock, HOUR_MS / 6);
    expect(leading(all).reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(all.flatMap(({ leaderships }) => leaderships)).toHaveLength(1);
  });

  test("go on within 30 s when the leader is cut off, which has stopped by then", async () => {
    const { clock, start } = together();
    const [first, second] = [start("a"), start("b")];
    await pass(clock, 60_000);
    const [cut, other] = first.leaderships.length === 1 ? [first, second] : [second, first];
    cut.line.isAway = true;
    for (let waited = 0; other.leaderships.length === 0; waited += TICK_MS) {
      expect(waited).toBeLessThan(30_000);
      await pass(clock, TICK_MS);
      expect(leading([cut, other]).reduce((sum, each) => sum + each, 0)).toBeLessThan(2);
    }
    expect(leading([cut, other])).toEqual([0, 1]);
    cut.line.isAway = false;
    await pass(clock, 60_000);
    expect(leading([cut, other])).toEqual([0, 1]);
    const told = cut.log.lines.map(({ sentence }) => sentence);
    expect(told).toEqual([
      "the jobs are taken over",
      "the database is not followed",
      "the jobs are given up",
      "the turn runs out by itself",
      "the database is followed again",
    ]);
  });

  test("end a leadership at once when a write is refused, and the next has a greater epoch", async () => {
    const { clock, start } = together();
    const only = start("a");
    await pass(clock, 1000);
    only.leaderships[0]?.end();
    expect(only.leaderships[0]?.signal.aborted).toBe(true);
    await pass(clock, 10_000);
    expect(leading([only])).toEqual([1]);
    expect(only.leaderships[1]?.epoch).toBeGreaterThan(only.leaderships[0]?.epoch ?? Number.POSITIVE_INFINITY);
  });

  test("survive a database that is away for 10 s without a change of leader", async () => {
    const { clock, lease, start } = together();
    const all = [start("a"), start("b")];
    await pass(clock, 60_000);
    for (const { line } of all) line.isAway = true;
    await pass(clock, 10_000);
    for (const { line } of all) line.isAway = false;
    await pass(clock, 60_000);
    expect(lease.epoch).toBe(1);
  });

  test("a bug in the jobs ends the instance, and gives the jobs up first", async () => {
    const { clock, lease, start } = together();
    const only = start("a");
    await pass(clock, 1000);
    only.fail(new TypeError("a bug"));
    await pass(clock, 1000);
    expect(await only.ended).toBeInstanceOf(TypeError);
    expect((await lease.poll()).isFree).toBe(true);
  });
});

describe("an instance that only answers", () => {
  test("never does the jobs, and sees every change within 5 s", async () => {
    const { clock, lease, start } = together();
    const api = start("a", "api");
    await pass(clock, 60_000);
    lease.show({ version: 7 });
    await pass(clock, 3000);
    expect(api.polled.at(-1)).toMatchObject([{ version: 7, isFree: true }, false]);
    expect(api.leaderships).toEqual([]);
  });
});

test("the times in use keep the promises: 30 s to take over, 5 s to follow", () => {
  const RESTART_MS = 5000; // reading 6,000 days on a slow machine
  const QUERY_MS = 500;
  const poll = POLL_MS + POLL_JITTER_MS + QUERY_MS;
  // A write that was under way when its process was paused ends 10 s after it began, by the server; the term, prolonged
  // before it began, ends no earlier than that.
  expect(LEASE_MS).toBeGreaterThanOrEqual(10_000);
  expect(LEASE_MS + 2 * poll + RESTART_MS).toBeLessThan(30_000);
  expect(poll + 3 * QUERY_MS).toBeLessThanOrEqual(5000);
});
