import { MINUTE_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { Jobs } from "../../../src/jobs/jobs.js";
import { Published } from "../../../src/published/published.js";
import { parseConfig } from "../../../src/settings/settings.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { hourlyScore } from "../../support/sample-rows.js";
import { tempSqlite } from "../../support/temp-sqlite.js";

test("an instance is not ready without a score, nor once its score is older than two hours", async () => {
  const [clock, published, database] = [fakeClock("2026-11-21T12:00:00Z"), new Published(), await tempSqlite()];
  const jobs = new Jobs(clock, quietLog(), published, parseConfig({}).sources, database, undefined);
  expect(jobs.whyNotReady()).toBe("There is no score yet.");
  published.show({ score: hourlyScore({ computedAt: clock.now() }) });
  expect(jobs.whyNotReady()).toBeUndefined();
  await clock.advance(121 * MINUTE_MS);
  expect(jobs.whyNotReady()).toBe("The score is older than 2 hours.");
});
