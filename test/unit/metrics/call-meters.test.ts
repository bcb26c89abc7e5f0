import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { LeaseLostError, StorageError, UpstreamError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import { sourceMeters, storeMeters } from "../../../src/metrics/call-meters.js";
import { askOne } from "../../../src/operations/ask-sources.js";
import type { DataRequest, Upstream } from "../../../src/operations/ports.js";
import { readExposition } from "../../support/exposition.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakeLease } from "../../support/fake-lease.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const REQUEST: DataRequest = { kind: "dominance" };
const PAGE: readonly Observation[] = [];
const never = new AbortController().signal;

/** A source called `one` that behaves in a way, metered. */
function metered(observe: Upstream["observe"]) {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const registry = new Registry();
  const upstream = sourceMeters(registry, clock)({ name: "one", answers: ({ kind }) => kind === "dominance", observe });
  const faults = async () => {
    const { value } = readExposition(await registry.metrics());
    const kinds = ["unreachable", "throttled", "refused", "malformed", "implausible"];
    return kinds.filter((kind) => value(`peak_source_faults_total{source="one",fault="${kind}"}`) !== 0);
  };
  const value = async (series: string) => readExposition(await registry.metrics()).value(series);
  return { clock, upstream, faults, value };
}

async function drained(upstream: Upstream, signal = never): Promise<readonly (readonly Observation[])[]> {
  const pages = [];
  for await (const page of upstream.observe(REQUEST, signal)) pages.push(page);
  return pages;
}

async function* hang(_request: DataRequest, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
  await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  yield PAGE;
}

describe("a metered source", () => {
  test("gives the very pages that it gives without, and answers for the same", async () => {
    const { upstream, value } = metered(async function* () {
      yield PAGE;
      yield PAGE;
    });
    const pages = await drained(upstream);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toBe(PAGE);
    expect([upstream.answers(REQUEST), upstream.answers({ kind: "prices", coins: [] })]).toEqual([true, false]);
    expect(await value('peak_source_inquiries_total{source="one"}')).toBe(1);
  });

  test.each(["unreachable", "throttled", "refused", "malformed", "implausible"] as const)(
    "that is %s counts as that, and throws the same error",
    async (fault) => {
      const error = new UpstreamError("one", fault, "made up");
      const { upstream, faults } = metered(async function* () {
        yield await Promise.reject(error);
      });
      await expect(drained(upstream)).rejects.toBe(error);
      expect(await faults()).toEqual([fault]);
    },
  );

  test("that hangs until the deadline of a live request is unreachable", async () => {
    const { clock, upstream, faults } = metered(hang);
    const asked = askOne({ clock, log: quietLog() }, upstream, { request: REQUEST, deadlineMs: 8000 }, never);
    await clock.advance(8000);
    expect(await asked).toEqual([]);
    expect(await faults()).toEqual(["unreachable"]);
  });

  test("is not at fault for a stop of the service, nor for a bug", async () => {
    const stopped = metered(hang);
    const stop = new AbortController();
    const pending = drained(stopped.upstream, stop.signal);
    stop.abort(new Error("stopped by SIGTERM"));
    await expect(pending).rejects.toThrow("SIGTERM");
    expect(await stopped.faults()).toEqual([]);
    const buggy = metered(async function* () {
      yield await Promise.reject(new TypeError("a bug"));
    });
    await expect(drained(buggy.upstream)).rejects.toThrow("a bug");
    expect(await buggy.faults()).toEqual([]);
  });

  test("is silent since its last page, and before the first since it could be asked", async () => {
    const { clock, upstream, value } = metered(async function* () {
      yield PAGE;
    });
    const age = () => value('peak_source_last_answer_age_seconds{source="one"}');
    await clock.advance(5000);
    expect(await age()).toBe(5);
    await drained(upstream);
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
