import { type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/history/publishing-holds.js";
import { Published } from "../../../src/publish/published.js";
import { healthReport } from "../../../src/publish/report-health.js";
import { hourlyScore } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const NOW = "2026-11-21T12:00:00Z";
const READY = { ready: true, reason: undefined };
const AWAY = { ready: false, reason: "The database does not answer." };

/** An instance with a score of this moment, whose database does what it is told. */
function instance(ping: () => Promise<void>) {
  const clock = fakeClock(NOW);
  const time = { ms: 0 };
  let pings = 0;
  const published = new Published();
  published.show({ score: hourlyScore({ computedAt: Date.parse(NOW) as Instant }) });
  const holds = publishingHolds({ log: quietLog() });
  const health = healthReport({
    clock,
    holds,
    monotonicMs: () => time.ms,
    stores: () => ({
      ping: () => {
        pings++;
        return ping();
      },
    }),
    published,
  });
  return { clock, time, holds, health, pings: () => pings };
}

describe("the health of an instance", () => {
  test("takes one ping of the database a second, however often it is asked for", async () => {
    const { health, time, pings } = instance(async () => {});
    await Promise.all(Array.from({ length: 50 }, () => health()));
    time.ms = 999;
    expect(await health()).toEqual(READY);
    expect(pings()).toBe(1);
    time.ms = 1000;
    await health();
    expect(pings()).toBe(2);
  });

  test("is not ready when the database says nothing for 2 s; it is not asked again meanwhile", async () => {
    const { health, clock, time, pings } = instance(() => new Promise(() => {}));
    for (let seconds = 2; seconds <= 30; seconds += 2) {
      const asked = health();
      await clock.advance(2000);
      time.ms += 2000;
      expect(await asked).toEqual(AWAY);
    }
    expect(pings()).toBe(1);
  });

  test("is ready again when the database is back", async () => {
    const line = { isAway: true };
    const { health, time } = instance(async () => {
      if (line.isAway) throw new StorageError("away");
    });
    expect(await health()).toEqual(AWAY);
    line.isAway = false;
    time.ms += 1000;
    expect(await health()).toEqual(READY);
  });

  test("is not ready with a score of more than two hours, whatever the database does", async () => {
    const { health, clock, pings } = instance(async () => {});
    await clock.advance(121 * MINUTE_MS);
    expect(await health()).toEqual({ ready: false, reason: "The score is older than 2 hours." });
    expect(pings()).toBe(0);
  });

  test("is not ready while publishing is held back, and says why", async () => {
    const { health, holds } = instance(async () => {});
    holds.hold("clock", "The clock is 54 hours ahead.");
    expect(await health()).toEqual({ ready: false, reason: "The clock is 54 hours ahead." });
    holds.release("clock");
    expect(await health()).toEqual(READY);
  });

  test("keeps a bug a bug", async () => {
    const { health } = instance(() => Promise.reject(new TypeError("a bug")));
    await expect(health()).rejects.toThrow("a bug");
  });
});
