import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { DatabaseHealth, POLL } from "../../../src/jobs/database-health.js";
import { ReadOnlyError } from "../../../src/storage/database.js";
import { quietLog } from "../../support/quiet-log.js";

const AWAY = new StorageError("the database did not respond");

function watched() {
  const [log, time] = [quietLog(), { seconds: 0 }];
  const health = new DatabaseHealth(log, () => time.seconds * 1000);
  return { health, time, said: () => log.lines.map(({ level, sentence }) => `${level}: ${sentence}`) };
}

test("a failing database is logged once, and once more when all polls and jobs can use it again", () => {
  const { health, said } = watched();
  for (let i = 0; i < 20; i++) for (const task of [POLL, "hourly score"]) health.failed(task, AWAY);
  health.works(POLL);
  expect([health.isAway, said()]).toEqual([true, ["warn: database unavailable"]]);
  health.works("hourly score");
  health.works("close days");
  expect([health.isAway, said()]).toEqual([false, ["warn: database unavailable", "info: database available again"]]);
});

test("after losing leadership, the next poll clears a job's database failure", () => {
  const { health, said } = watched();
  health.failed("poll price", AWAY);
  health.forgetJobs();
  expect(said()).toEqual(["warn: database unavailable"]);
  health.works(POLL);
  health.forgetJobs();
  expect(said()).toEqual(["warn: database unavailable", "info: database available again"]);
});

test("a database is trouble only after more than a minute of unavailability, even if polls hang", () => {
  const { health, time } = watched();
  time.seconds = 60;
  expect(health.trouble).toBeUndefined();
  time.seconds = 61;
  expect(health.trouble).toBe("The database has not responded for a minute.");
  health.works(POLL);
  expect(health.trouble).toBeUndefined();
});

test("a database that is read-only for a minute is reported as such, not as unresponsive", () => {
  const { health, time } = watched();
  for (const seconds of [0, 30, 61]) {
    time.seconds = seconds;
    health.failed(POLL, new ReadOnlyError("the database is read-only"));
  }
  expect(health.trouble).toBe("The database has been read-only for a minute.");
  health.failed(POLL, AWAY);
  expect(health.trouble).toBe("The database has not responded for a minute.");
});

test("a database that cannot be written to for a minute is trouble, unless another instance now leads", () => {
  const { health, time } = watched();
  health.failed("poll price", new StorageError("the database failed: database or disk is full"));
  time.seconds = 61;
  health.works(POLL);
  expect(health.trouble).toBe("Nothing could be stored for a minute.");
  health.forgetJobs();
  expect(health.trouble).toBeUndefined();
});
