import { type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { publishingHolds } from "../../../src/jobs/publishing-holds.js";
import { whyNotReady } from "../../../src/jobs/readiness.js";
import { Published } from "../../../src/published/published.js";
import { hourlyScore } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const NOW = "2026-11-21T12:00:00Z";

/** An instance with a score of this moment. */
function instance() {
  const clock = fakeClock(NOW);
  const published = new Published();
  published.show({ score: hourlyScore({ computedAt: Date.parse(NOW) as Instant }) });
  const holds = publishingHolds(quietLog());
  const database: { trouble: string | undefined } = { trouble: undefined };
  const why = () => whyNotReady(clock.now(), published, holds, { trouble: () => database.trouble });
  return { clock, holds, why, database };
}

describe("an instance is not ready, and says why,", () => {
  test("when its score is of more than two hours ago", async () => {
    const { why, clock } = instance();
    expect(why()).toBeUndefined();
    await clock.advance(121 * MINUTE_MS);
    expect(why()).toBe("The score is older than 2 hours.");
  });

  test("while publishing is held back", () => {
    const { why, holds } = instance();
    holds.hold("clock", "The clock is 54 hours ahead.");
    expect(why()).toBe("The clock is 54 hours ahead.");
    holds.release("clock");
    expect(why()).toBeUndefined();
  });

  test("while the database is in trouble", () => {
    const { why, database } = instance();
    database.trouble = "The database has not answered for a minute.";
    expect(why()).toBe("The database has not answered for a minute.");
    database.trouble = undefined;
    expect(why()).toBeUndefined();
  });
});
