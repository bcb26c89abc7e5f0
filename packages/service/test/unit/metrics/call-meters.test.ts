import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { LeaseLostError, StorageError } from "../../../src/domain/errors.js";
import { sourceMeters, storeMeters } from "../../../src/metrics/call-meters.js";
import { readExposition } from "../../support/exposition.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeLease } from "../../support/fake-lease.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

describe("the counts of a source", () => {
  function counted() {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const registry = new Registry();
    const counts = sourceMeters(registry, clock)("one");
    const value = async (series: string) => readExposition(await registry.metrics()).value(series);
    return { clock, counts, value };
  }

  test("are there from the start at 0, and tell questions and faults apart", async () => {
    const { counts, value } = counted();
    const read = () =>
      Promise.all(
        [
          'peak_source_inquiries_total{source="one"}',
          'peak_source_faults_total{source="one",fault="throttled"}',
          'peak_source_faults_total{source="one",fault="malformed"}',
        ].map(value),
      );
    expect(await read()).toEqual([0, 0, 0]);
    counts.asked();
    counts.asked();
    counts.failed("throttled");
    expect(await read()).toEqual([2, 1, 0]);
  });

  test("say how long it is silent: since its last page, and before the first since it could be asked", async () => {
    const { clock, counts, value } = counted();
    const age = () => value('peak_source_last_answer_age_seconds{source="one"}');
    await clock.advance(5000);
    expect(await age()).toBe(5);
    counts.answered();
    expect(await age()).toBe(0);
    await clock.advance(2500);
    expect(await age()).toBe(2.5);
  });
});

function meters(isSole = false) {
  const registry = new Registry();
  const read = async (series: string) => readExposition(await registry.metrics()).value(series);
  return {
    ...storeMeters(registry, isSole),
    held: () => read("peak_lease_held"),
    turns: () => read("peak_lease_turns_total"),
    done: () => read('peak_database_calls_total{outcome="done"}'),
    failed: () => read('peak_database_calls_total{outcome="failed"}'),
  };
}

describe("metered stores", () => {
  test("store and read as the stores behind them do, and count it", async () => {
    const plain = await tempSqliteStores();
    const { stores, done, failed } = meters();
    const metered = stores(plain);
    await metered.installation.put("minute", "7");
    expect(await metered.installation.get("minute")).toBe("7");
    expect(await plain.installation.get("minute")).toBe("7");
    await metered.ping();
    expect(await metered.days.closedDays()).toEqual([]);
    expect([await done(), await failed()]).toEqual([4, 0]);
  });

  test("count what the database fails at; a lost lease is no failure of it", async () => {
    const plain = await tempSqliteStores();
    const { stores, failed } = meters();
    const failing = (error: Error) => stores({ ...plain, ping: () => Promise.reject(error) });
    await expect(failing(new StorageError("away")).ping()).rejects.toThrow("away");
    await expect(failing(new LeaseLostError("over")).ping()).rejects.toThrow("over");
    expect(await failed()).toBe(1);
  });
});

describe("a metered lease", () => {
  test("is held from its acquisition to its release", async () => {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const shared = fakeLease(clock);
    const [one, other] = [meters(), meters()];
    const [mine, theirs] = [one.lease(shared), other.lease(shared)];
    expect(mine.durationMs).toBe(shared.durationMs);
    const epoch = await mine.acquire("one");
    expect(await theirs.acquire("other")).toBeUndefined();
    expect([await one.held(), await other.held()]).toEqual([1, 0]);
    await mine.release((epoch ?? 0) - 1);
    expect(await one.held()).toBe(1);
    await mine.release(epoch ?? 0);
    expect(await one.held()).toBe(0);
    expect(await theirs.acquire("other")).toBeDefined();
    expect(await other.held()).toBe(1);
    expect([await one.turns(), await other.turns()]).toEqual([1, 1]);
  });

  test("is given up as soon as its release begins, also when the database is away", async () => {
    const line = { isAway: false };
    const { lease, held } = meters();
    const mine = lease(fakeLease(fakeClock("2026-11-21T12:00:00Z")).reachedBy(line));
    const epoch = await mine.acquire("one");
    line.isAway = true;
    await expect(mine.release(epoch ?? 0)).rejects.toThrow("away");
    expect(await held()).toBe(0);
  });

  test("is always held by the only process on a database", async () => {
    expect(await meters(true).held()).toBe(1);
  });
});
