import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { LeaseLostError, StorageError } from "../../../src/domain/errors.js";
import { storeMeters } from "../../../src/metrics/call-meters.js";
import { instruments } from "../../../src/metrics/instruments.js";
import { promMeters } from "../../../src/metrics/meters.js";
import { readExposition } from "../../support/exposition.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeLease } from "../../support/fake-lease.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

function meters(isSole = false) {
  const registry = new Registry();
  const read = async (series: string) => readExposition(await registry.metrics()).value(series);
  return {
    ...storeMeters(instruments(registry), isSole),
    held: () => read("peak_lease_held"),
    turns: () => read("peak_lease_turns_total"),
    failed: () => read('peak_database_calls_total{outcome="failed"}'),
  };
}

describe("metered stores", () => {
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

test("the limit is shared or not, as it says at each scrape", async () => {
  const build = { version: "1", model_version: "1", role: "all" };
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const { limits, text } = promMeters({
    clock,
    monotonicMs: () => 0,
    isSole: true,
    backedUpAt: () => undefined,
    build,
  });
  const line = { isShared: true };
  const read = async () => readExposition(await text()).value("peak_limits_shared");
  expect(await read()).toBeUndefined();
  limits(() => line.isShared);
  expect(await read()).toBe(1);
  line.isShared = false;
  expect(await read()).toBe(0);
});
