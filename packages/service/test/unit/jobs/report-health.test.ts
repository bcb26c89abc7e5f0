import { type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { publishingHolds } from "../../../src/jobs/publishing-holds.js";
import { healthReport } from "../../../src/jobs/report-health.js";
import { Published } from "../../../src/published/published.js";
import { hourlyScore } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const NOW = "2026-11-21T12:00:00Z";
const READY = { ready: true, reason: undefined };

/** An instance with a score of this moment. */
function instance() {
  const clock = fakeClock(NOW);
  const published = new Published();
  published.show({ score: hourlyScore({ computedAt: Date.parse(NOW) as Instant }) });
  const holds = publishingHolds(quietLog());
  const database: { trouble: string | undefined } = { trouble: undefined };
  const health = healthReport(clock, published, holds, { trouble: () => database.trouble });
  return { clock, holds, health, database };
}

describe("the health of an instance", () => {
  test("is that of its score: not ready with one of more than two hours", async () => {
    const { health, clock } = instance();
    expect(await health()).toEqual(READY);
    await clock.advance(121 * MINUTE_MS);
    expect(await health()).toEqual({ ready: false, reason: "The score is older than 2 hours." });
  });

  test("is not ready while publishing is held back, and says why", async () => {
    const { health, holds } = instance();
    holds.hold("clock", "The clock is 54 hours ahead.");
    expect(await health()).toEqual({ ready: false, reason: "The clock is 54 hours ahead." });
    holds.release("clock");
    expect(await health()).toEqual(READY);
  });

  test("is not ready while the database is in trouble, and says why", async () => {
    const { health, database } = instance();
    database.trouble = "The database has not answered for a minute.";
    expect(await health()).toEqual({ ready: false, reason: "The database has not answered for a minute." });
    database.trouble = undefined;
    expect(await health()).toEqual(READY);
  });
});
