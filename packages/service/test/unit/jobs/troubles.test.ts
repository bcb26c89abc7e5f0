import { type Instant, MINUTE_MS, plus } from "peak-cycle-model";
import { expect, test } from "vitest";
import { PublishingHeldError, StorageError } from "../../../src/domain/errors.js";
import { POLL, Troubles } from "../../../src/jobs/troubles.js";
import { Published } from "../../../src/published/published.js";
import { hourlyScore } from "../../contract/storage/samples.js";
import { quietLog } from "../../support/quiet-log.js";

const NOW = Date.parse("2026-11-21T12:00:00Z") as Instant;
const AWAY = new StorageError("the database could not answer: nobody answers there");
const FULL = new StorageError("the database could not store its state: database or disk is full");

/** An instance with a score of this moment. */
function instance() {
  const [log, published, time] = [quietLog(), new Published(), { seconds: 0 }];
  published.show({ score: hourlyScore({ computedAt: NOW }) });
  const troubles = new Troubles(log, published, () => time.seconds * 1000);
  const why = (laterMs = 0) => troubles.whyNotReady(plus(NOW, laterMs));
  return {
    troubles,
    published,
    time,
    why,
    said: () => log.lines.map(({ level, sentence }) => `${level}: ${sentence}`),
  };
}

test("an instance is not ready without a score, and once its score is older than two hours", () => {
  const { published, why } = instance();
  expect([why(), why(121 * MINUTE_MS)]).toEqual([undefined, "The score is older than 2 hours."]);
  published.show({ score: undefined });
  expect(why()).toBe("There is no score yet.");
});

test("a reason that holds refuses with its newest sentence, and has one line each for begin and end", () => {
  const { troubles, published, why, said } = instance();
  troubles.release("clock");
  troubles.check();
  for (const hours of [54, 53]) troubles.hold("clock", `The clock is ${hours} hours ahead.`);
  for (let i = 0; i < 2; i++) troubles.ledgerRead({ position: 7, message: "another hash" });
  expect(() => troubles.check()).toThrow(new PublishingHeldError("The clock is 53 hours ahead."));
  const broken = "What is stored is not what was signed, from entry 7 on: nothing more is published until it is.";
  expect([why(), published.now.get().troubles]).toEqual([
    "The clock is 53 hours ahead.",
    ["The clock is 53 hours ahead.", broken],
  ]);
  troubles.release("clock");
  expect(() => troubles.check()).toThrow(broken);
  troubles.ledgerRead(undefined);
  troubles.check();
  expect([why(), published.now.get().troubles]).toEqual([undefined, []]);
  expect(said()).toEqual([
    "error: publishing is held back",
    "error: what is stored is not what was signed",
    "error: publishing is held back",
    "info: publishing goes on",
    "info: publishing goes on",
  ]);
});

test("a database that fails makes one line, and one more when polls and jobs can all use it", () => {
  const { troubles, said } = instance();
  for (let i = 0; i < 20; i++) for (const task of [POLL, "hourly score"]) troubles.databaseFailed(task, AWAY);
  troubles.databaseWorks(POLL);
  expect(said()).toEqual(["warn: the database is away"]);
  troubles.databaseWorks("hourly score");
  troubles.databaseWorks("close days");
  expect(said()).toEqual(["warn: the database is away", "info: the database is back"]);
});

test("after losing leadership, the next poll clears a job's database failure", () => {
  const { troubles, said } = instance();
  troubles.databaseFailed("poll price", AWAY);
  troubles.forgetJobs();
  expect(said()).toEqual(["warn: the database is away"]);
  troubles.databaseWorks(POLL);
  troubles.forgetJobs();
  expect(said()).toEqual(["warn: the database is away", "info: the database is back"]);
});

test("a database that is away for a minute is no trouble, and a longer absence is one, also where polls hang", () => {
  const { troubles, time, why } = instance();
  time.seconds = 60;
  expect(why()).toBeUndefined();
  time.seconds = 61;
  expect(why()).toBe("The database has not answered for a minute.");
  troubles.databaseWorks(POLL);
  expect(why()).toBeUndefined();
});

test("a database that takes nothing for a minute is trouble, unless another instance leads now", () => {
  const { troubles, time, why } = instance();
  troubles.databaseFailed("poll price", FULL);
  time.seconds = 61;
  troubles.databaseWorks(POLL);
  expect(why()).toBe("Nothing could be stored for a minute.");
  troubles.forgetJobs();
  expect(why()).toBeUndefined();
});

test("a bug while publishing what is stored has its stack in the log, once", () => {
  const { troubles, said } = instance();
  for (let i = 0; i < 3; i++) troubles.databaseFailed(POLL, new TypeError("a bug"));
  expect(said()).toEqual(["error: what is stored could not be published"]);
});
