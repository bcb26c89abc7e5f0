import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { DatabaseWatch } from "../../../src/jobs/database-watch.js";
import { quietLog } from "../../support/quiet-log.js";

function harness() {
  const [log, time] = [quietLog(), { seconds: 0 }];
  const watch = new DatabaseWatch(log, () => time.seconds * 1000);
  return { watch, time, said: () => log.lines.map(({ level, sentence }) => `${level}: ${sentence}`) };
}

const AWAY = new StorageError("the database could not answer: nobody answers there");
const FULL = new StorageError("the database could not store its state: database or disk is full");

test("a database that is away makes one line, whatever each poll says, and one more when it is back", () => {
  const { watch, said } = harness();
  watch.pollEnded();
  for (let i = 0; i < 20; i++) watch.pollFailed(i % 2 === 0 ? AWAY : new StorageError("it is starting"));
  watch.pollEnded();
  watch.pollEnded();
  expect(said()).toEqual(["warn: the database is away", "info: the database is back"]);
});

test("a restart of a minute is no trouble, and a longer absence is one until it is back", () => {
  const { watch, time } = harness();
  watch.pollFailed(AWAY);
  time.seconds = 60;
  expect(watch.trouble()).toBeUndefined();
  time.seconds = 61;
  expect(watch.trouble()).toBe("The database has not answered for a minute.");
  watch.pollEnded();
  expect(watch.trouble()).toBeUndefined();
});

test("polls that hang are noticed too", () => {
  const { watch, time } = harness();
  time.seconds = 61;
  expect(watch.trouble()).toBe("The database has not answered for a minute.");
});

test("jobs that cannot store anything make one line together, and one more when all of them can", () => {
  const { watch, time, said } = harness();
  for (let i = 0; i < 20; i++) for (const job of ["poll price", "hourly score"]) watch.jobFailed(job, FULL);
  time.seconds = 61;
  watch.pollEnded();
  expect(watch.trouble()).toBe("Nothing could be stored for a minute.");
  watch.jobEnded("poll price");
  expect(said()).toEqual(["error: jobs cannot use the database"]);
  watch.jobEnded("hourly score");
  watch.jobEnded("close days");
  expect(said()).toEqual(["error: jobs cannot use the database", "info: jobs can use the database again"]);
  expect(watch.trouble()).toBeUndefined();
});

test("an instance that leads no more is not in trouble over its jobs", () => {
  const { watch, time } = harness();
  watch.jobFailed("poll price", FULL);
  time.seconds = 61;
  watch.pollEnded();
  watch.forgetJobs();
  expect(watch.trouble()).toBeUndefined();
});

test("a bug while publishing what is stored has its stack in the log, once", () => {
  const { watch, said } = harness();
  for (let i = 0; i < 3; i++) watch.pollFailed(new TypeError("a bug"));
  expect(said()).toEqual(["error: what is stored could not be published"]);
});
