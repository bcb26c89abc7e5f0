import { expect, onTestFinished, test, vi } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { DatabaseHealth } from "../../../src/jobs/database-health.js";
import { Instance } from "../../../src/jobs/instance.js";
import { JobLateError } from "../../../src/jobs/schedule.js";
import { type Db, type OpenDatabase, ReplacedError, Term } from "../../../src/storage/database.js";
import { type FakeClock, fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const settle = () => new Promise((done) => setImmediate(done));

/** Advances time in small steps, so that other instances poll each change in order. */
async function pass(clock: FakeClock, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds * 10; passed++) {
    await clock.advance(100);
    for (let i = 0; i < 8; i++) await settle();
  }
}

/** The part of a database with one lock that several instances of a test share. */
function sharedDatabase() {
  vi.spyOn(Math, "random").mockReturnValue(0.99);
  const clock = fakeClock("2026-11-21T07:00:00Z");
  let held: Term | undefined;
  const start = (role: "all" | "api" = "all") => {
    const [log, stop] = [quietLog(), new AbortController()];
    const line: { isAway: boolean; isReplaced?: boolean; foreign?: string; bug?: Error } = { isAway: false };
    const reach = () => {
      if (line.isReplaced) throw new ReplacedError("peak.db was removed or replaced");
      if (line.bug !== undefined) throw line.bug;
      if (line.isAway) throw new StorageError("database unavailable");
    };
    const polls: number[] = [];
    const works: { readonly term: Term; readonly signal: AbortSignal; fail(error: Error): void }[] = [];
    const leader = async () => {
      reach();
      if (line.foreign !== undefined) return { name: line.foreign, isInstance: false };
      return held && { name: "another", isInstance: true };
    };
    const beginTerm = async () => {
      reach();
      if (held !== undefined) return undefined;
      const free = async () => {
        if (held === term) held = undefined;
      };
      const term = new Term({} as Db, free);
      held = term;
      return term;
    };
    const database = role === "all" ? ({ beginTerm, leader } as unknown as OpenDatabase) : undefined;
    const follow = async () => {
      reach();
      polls.push(clock.now());
    };
    const work = (term: Term, signal: AbortSignal) =>
      new Promise<void>((_resolve, fail) => {
        works.push({ term, signal, fail });
        signal.addEventListener("abort", () => fail(signal.reason), { once: true });
      });
    const instance = new Instance(clock, log, new DatabaseHealth(log), database, "one of them");
    const ended = instance.run(follow, work, stop.signal).catch((error: unknown) => error);
    onTestFinished(() => stop.abort(new Error("the test has ended")));
    const said = () => log.lines.map(({ sentence }) => sentence);
    return { line, polls, works, ended, said, stop: () => stop.abort(new Error("stop")) };
  };
  return { clock, start, isHeld: () => held !== undefined };
}

type Started = ReturnType<ReturnType<typeof sharedDatabase>["start"]>;

const leading = (instances: readonly Started[]) =>
  instances.map(({ works }) => works.filter(({ signal }) => !signal.aborted).length);

test("one of three instances runs the jobs, and all poll at least every 3 s", async () => {
  const { clock, start } = sharedDatabase();
  const all = [start(), start(), start()];
  await pass(clock, 60);
  expect(leading(all)).toEqual([1, 0, 0]);
  for (const { polls } of all) expect(polls.length).toBeGreaterThan(19);
});

test("an instance that only serves never leads", async () => {
  const { clock, start } = sharedDatabase();
  const api = start("api");
  await pass(clock, 60);
  expect([leading([api]), api.said()]).toEqual([[0], []]);
});

test("another program that holds the lock is logged once, and an instance leads after it", async () => {
  const { clock, start } = sharedDatabase();
  const one = start();
  one.line.foreign = "psql, server process 7";
  await pass(clock, 20);
  expect([leading([one]), one.said()]).toEqual([[0], ["another program holds the lock of the leader"]]);
  delete one.line.foreign;
  await pass(clock, 3.1);
  expect(leading([one])).toEqual([1]);
});

test("when a term ends, its jobs are aborted, and another instance leads within 3 s", async () => {
  const { clock, start } = sharedDatabase();
  const [one, other] = [start(), start()];
  await pass(clock, 10);
  one.line.isAway = true; // it cannot begin another term
  await one.works[0]?.term.end("the session has ended");
  await pass(clock, 3.1);
  expect(leading([one, other])).toEqual([0, 1]);
  expect(one.said()).toEqual(["leadership gained", "leadership lost", "database unavailable"]);
  one.line.isAway = false;
  await pass(clock, 10);
  expect([leading([one, other]), one.said().at(-1)]).toEqual([[0, 1], "database available again"]);
});

test("a leader whose database file was replaced stops its jobs, and leads again once it is back", async () => {
  const { clock, start } = sharedDatabase();
  const one = start();
  await pass(clock, 10);
  one.line.isReplaced = true;
  await pass(clock, 3.1);
  expect([leading([one]), one.said()]).toEqual([[0], ["leadership gained", "leadership lost", "database unavailable"]]);
  one.line.isReplaced = false;
  await pass(clock, 3.1);
  expect(leading([one])).toEqual([1]);
});

test("an instance that is stopped ends its jobs and gives up leadership at once", async () => {
  const { clock, start, isHeld } = sharedDatabase();
  const [one, other] = [start(), start()];
  await pass(clock, 10);
  one.stop();
  expect(await one.ended).toEqual(new Error("stop"));
  expect([isHeld(), one.said()]).toEqual([false, ["leadership gained"]]);
  await pass(clock, 3.1);
  expect(leading([one, other])).toEqual([0, 1]);
});

test("a bug in the jobs ends the process and its leadership; a job that hangs only ends the term", async () => {
  const { clock, start, isHeld } = sharedDatabase();
  const one = start();
  await pass(clock, 10);
  one.works[0]?.fail(new JobLateError("x did not end"));
  await pass(clock, 10);
  expect(one.said()).toEqual(["leadership gained", "job timed out", "leadership gained"]);
  one.works[1]?.fail(new TypeError("a bug"));
  expect(await one.ended).toEqual(new TypeError("a bug"));
  expect(isHeld()).toBe(false);
});

test("a bug while polling ends the instance and its leadership", async () => {
  const { clock, start, isHeld } = sharedDatabase();
  const one = start();
  await pass(clock, 1);
  one.line.bug = new TypeError("a bug");
  await pass(clock, 3.1);
  expect(await one.ended).toEqual(new TypeError("a bug"));
  expect(isHeld()).toBe(false);
});
