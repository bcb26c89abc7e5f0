import { MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { LeaseLostError, SourceError, StorageError } from "../../../src/domain/errors.js";
import type { Observation } from "../../../src/domain/observation.js";
import { askOne } from "../../../src/ingest/ask-sources.js";
import type { ClockEvidence } from "../../../src/ingest/clock-evidence.js";
import type { DataRequest, Source } from "../../../src/ingest/data-source.js";
import { watchSources } from "../../../src/ingest/watch-sources.js";
import type { Meters } from "../../../src/metrics/meters.js";
import { Published } from "../../../src/publish/published.js";
import type { SourceStore } from "../../../src/storage/latest-stores.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const START = "2026-11-21T12:00:00.000Z";
const REQUEST: DataRequest = { kind: "dominance" };
const PAGE: readonly Observation[] = [];
const never = new AbortController().signal;

/** A source called `one` that gives a page or fails, watched; and the writes about it. */
async function harness(failing: { with?: Error } = {}) {
  const clock = fakeClock(START);
  const log = quietLog();
  const stores = await tempSqliteStores();
  const { sources } = stores;
  const seen: string[] = [];
  const noting: SourceStore = {
    all: () => sources.all(),
    async put(state) {
      if (failing.with !== undefined) throw failing.with;
      await sources.put(state);
      seen.push(state.fault ?? "ok");
    },
  };
  let fault: Error | undefined;
  const source: Source = {
    name: "one",
    answers: ({ kind }) => kind === "dominance",
    async *observe() {
      if (fault !== undefined) throw fault;
      yield PAGE;
    },
  };
  const published = new Published();
  published.sources.subscribe(() => void seen.push("shown"));
  const counted: string[] = [];
  const meters = {
    source: (name: string): ReturnType<Meters["source"]> => ({
      asked: () => void counted.push(`${name} asked`),
      answered: () => void counted.push(`${name} answered`),
      failed: (kind) => void counted.push(`${name} ${kind}`),
    }),
  };
  const told: { verdict: ReturnType<ClockEvidence["verdict"]> } = { verdict: "confirmed" };
  const evidence = { verdict: () => told.verdict };
  const deps = { clock, log, stores: { sources: noting }, published, evidence, meters };
  const watch = (each: Source): Source => watchSources(deps, [each])[0] ?? each;
  const watched = watch(source);
  const asking = async (fails?: Error) => {
    fault = fails;
    return drained(watched);
  };
  return { clock, log, sources, seen, counted, told, watch, watched, asking, since: () => seen.splice(0) };
}

async function drained(source: Source, signal = never): Promise<number> {
  let pages = 0;
  for await (const _ of source.observe(REQUEST, signal)) pages += 1;
  return pages;
}

async function* hang(_request: DataRequest, signal: AbortSignal): AsyncGenerator<readonly Observation[]> {
  await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  yield PAGE;
}

const throttled = new SourceError("one", "throttled", "made up");

describe("a watched source", () => {
  test("gives what it gives without, and answers for the same", async () => {
    const { watched, asking } = await harness();
    expect(await asking()).toBe(1);
    expect([watched.name, watched.answers(REQUEST)]).toEqual(["one", true]);
    expect(watched.answers({ kind: "prices", coins: [] })).toBe(false);
    await expect(asking(throttled)).rejects.toBe(throttled);
  });

  test("is noted with its last answer and its present fault, and shown after each write", async () => {
    const { clock, sources, asking, since } = await harness();
    await asking();
    const at = clock.now();
    expect(await sources.all()).toEqual([{ source: "one", askedAt: at, answeredAt: at, fault: undefined }]);
    expect(since()).toEqual(["ok", "shown"]);
    await clock.advance(SECOND_MS);
    await expect(asking(throttled)).rejects.toThrow();
    expect(await sources.all()).toEqual([{ source: "one", askedAt: clock.now(), answeredAt: at, fault: "throttled" }]);
    expect(since()).toEqual(["throttled", "shown"]);
    await asking();
    expect(since()).toEqual(["ok", "shown"]);
  });

  test("is counted when it is asked, for each page, and by the kind of its fault", async () => {
    const { counted, asking } = await harness();
    await asking();
    await expect(asking(throttled)).rejects.toThrow();
    expect(counted).toEqual(["one asked", "one answered", "one asked", "one throttled"]);
  });

  test.each(["unknown", "contradicted"] as const)(
    "gives nothing while the clock is %s, and has answered all the same",
    async (verdict) => {
      const { clock, sources, counted, told, asking } = await harness();
      told.verdict = verdict;
      expect(await asking()).toBe(0);
      expect(counted).toEqual(["one asked", "one answered"]);
      expect(await sources.all()).toMatchObject([{ answeredAt: clock.now(), fault: undefined }]);
    },
  );

  test("is written once a minute at most while nothing changes, and then with its newest answer", async () => {
    const { clock, sources, asking, since } = await harness();
    await asking();
    since();
    for (let i = 0; i < 5; i++) {
      await clock.advance(10 * SECOND_MS);
      await asking();
    }
    expect(since()).toEqual([]);
    await clock.advance(10 * SECOND_MS);
    await asking();
    expect(since()).toEqual(["ok", "shown"]);
    expect((await sources.all())[0]?.answeredAt).toBe(clock.now());
  });

  test("keeps the answer that an earlier process has seen when it fails from the start", async () => {
    const { clock, sources, asking } = await harness();
    const answeredAt = clock.now();
    await sources.put({ source: "one", askedAt: answeredAt, answeredAt, fault: undefined });
    await clock.advance(MINUTE_MS);
    await expect(asking(throttled)).rejects.toThrow();
    expect(await sources.all()).toEqual([{ source: "one", askedAt: clock.now(), answeredAt, fault: "throttled" }]);
  });

  test("that hangs until the deadline is unreachable", async () => {
    const { clock, watch, sources } = await harness();
    const hanging = watch({ name: "slow", answers: () => true, observe: hang });
    const asked = askOne({ clock }, hanging, { request: REQUEST, deadlineMs: 8000 }, never);
    await clock.advance(8000);
    expect(await asked).toEqual([]);
    expect(await sources.all()).toMatchObject([{ source: "slow", answeredAt: undefined, fault: "unreachable" }]);
  });

  test("has the same fault logged once an hour, with how often it came meanwhile", async () => {
    const { clock, log, asking } = await harness();
    const refused = new SourceError("one", "refused", "made up");
    for (const fault of [throttled, throttled, refused, throttled]) {
      await expect(asking(fault)).rejects.toBe(fault);
      await clock.advance(20 * MINUTE_MS);
    }
    await expect(asking(throttled)).rejects.toBe(throttled);
    expect(log.lines.map(({ sentence, facts }) => [sentence, facts["fault"], facts["times"]])).toEqual([
      ["upstream gave nothing", "throttled", undefined],
      ["upstream gave nothing", "refused", undefined],
      ["upstream gave nothing", "throttled", 2],
    ]);
  });

  test("is not logged again for the fault that the process before has left", async () => {
    const { clock, log, sources, asking } = await harness();
    await sources.put({ source: "one", askedAt: clock.now(), answeredAt: undefined, fault: "throttled" });
    await clock.advance(MINUTE_MS);
    await expect(asking(throttled)).rejects.toBe(throttled);
    expect(log.lines).toEqual([]);
  });

  test("is not at fault for a bug, nor for a stop of the service", async () => {
    const { watch, asking, counted, since } = await harness();
    await expect(asking(new TypeError("bug"))).rejects.toThrow("bug");
    const stop = new AbortController();
    const pending = drained(watch({ name: "two", answers: () => true, observe: hang }), stop.signal);
    stop.abort(new Error("stopped by SIGTERM"));
    await expect(pending).rejects.toThrow("SIGTERM");
    expect(counted).toEqual(["one asked", "two asked"]);
    expect(since()).toEqual([]);
  });

  test("answers and fails as before when its state cannot be stored, which is logged once an outage", async () => {
    const failing: { with?: Error } = { with: new StorageError("the disk is full") };
    const { clock, log, sources, asking } = await harness(failing);
    expect(await asking()).toBe(1);
    await expect(asking(throttled)).rejects.toBe(throttled);
    const aboutStates = () => log.lines.filter(({ sentence }) => sentence.startsWith("how sources are"));
    expect(aboutStates()).toEqual([
      {
        level: "warn",
        sentence: "how sources are could not be stored",
        facts: { code: "storage", detail: "the disk is full" },
      },
    ]);
    delete failing.with;
    await asking();
    expect(await sources.all()).toMatchObject([{ answeredAt: clock.now(), fault: undefined }]);
    failing.with = new StorageError("the disk is full again");
    await clock.advance(MINUTE_MS);
    await asking();
    expect(aboutStates()).toHaveLength(2);
  });

  test("is asked as before, and nothing is logged, when this instance leads no more", async () => {
    const { log, asking } = await harness({ with: new LeaseLostError("over") });
    expect(await asking()).toBe(1);
    expect(log.lines).toEqual([]);
  });
});
