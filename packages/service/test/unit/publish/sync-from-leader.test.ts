import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { Published } from "../../../src/publish/published.js";
import { syncFromLeader } from "../../../src/publish/sync-from-leader.js";
import type { ChangeMarkers } from "../../../src/storage/lease-store.js";
import { historyRow } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { historyOf } from "../../support/history-check.js";
import { SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

const NOTHING: ChangeMarkers = {
  now: SCORED_AT,
  isFree: false,
  snapshot: "",
  scores: "",
  chain: "",
  sources: "",
  reports: "",
};
/** What is put of a history, and of everything. */
const DAYS = ["now", "history"];
const ALL = ["now", ...DAYS, "now", "now", "record"];
const CALM = { descentGuard: null, topRisk: null };

async function harness() {
  const stores = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = new Published();
  const puts: string[] = [];
  for (const [name, value] of Object.entries(published)) value.subscribe(() => void puts.push(name));
  const checks: (() => Promise<unknown>)[] = [];
  const current = historyOf(Array.from({ length: 40 }, (_, i) => historyRow(i)));
  const history = {
    current,
    async run() {
      await checks.shift()?.();
      return current;
    },
  };
  const log = quietLog();
  const apply = syncFromLeader({ clock, log, stores, history, published });
  const since = () => puts.splice(0);
  return { stores, clock, log, apply, since, checks };
}

test("what has changed is read again, and nothing else", async () => {
  const { stores, apply, since } = await harness();
  await storePublishedPast(stores, CALM);
  await apply(NOTHING, false);
  expect(since()).toEqual(["now", ...ALL]);
  await apply(NOTHING, false);
  expect(since()).toEqual([]);
  await apply({ ...NOTHING, snapshot: "new" }, false);
  expect(since()).toEqual(["now"]);
  await apply({ ...NOTHING, snapshot: "new", scores: "new", chain: "new" }, false);
  expect(since()).toEqual([...DAYS, "now"]);
  await apply({ ...NOTHING, sources: "new", reports: "new" }, false);
  expect(since()).toEqual(ALL);
});

test("an hour in which nobody has scored is noticed", async () => {
  const { stores, clock, apply, since } = await harness();
  await storePublishedPast(stores, CALM);
  await apply(NOTHING, false);
  since();
  await clock.advance(54 * 60_000);
  await apply(NOTHING, false);
  await apply(NOTHING, false);
  expect(since()).toEqual(["now"]);
});

test("a leader shows what it makes itself, and reads everything again when it leads no more", async () => {
  const { stores, apply, since } = await harness();
  await storePublishedPast(stores, CALM);
  await apply(NOTHING, false);
  since();
  await apply({ ...NOTHING, snapshot: "its own" }, true);
  expect(since()).toEqual([]);
  await apply(NOTHING, false);
  expect(since()).toEqual(ALL);
});

test("what could not be read is read at the next poll", async () => {
  const { stores, apply, since, checks } = await harness();
  await storePublishedPast(stores, CALM);
  checks.push(() => Promise.reject(new Error("away")));
  await expect(apply(NOTHING, false)).rejects.toThrow("away");
  since();
  await apply(NOTHING, false);
  expect(since()).toEqual(ALL.slice(1));
});

test("a history that is not what was signed is not shown, and checked again every 15 s and when it changes", async () => {
  const { clock, apply, since, checks } = await harness();
  const isWrong = () => Promise.reject(new PublishingHeldError("a row is another"));
  checks.push(isWrong, isWrong, isWrong);
  await apply(NOTHING, false);
  await apply({ ...NOTHING, chain: "new" }, false);
  await clock.advance(10_000);
  await apply({ ...NOTHING, chain: "new" }, false);
  expect(checks).toHaveLength(1);
  await clock.advance(6000);
  await apply({ ...NOTHING, chain: "new" }, false);
  expect([checks.length, since().includes("history")]).toEqual([0, false]);
  await clock.advance(16_000);
  await apply({ ...NOTHING, chain: "new" }, false);
  expect(since()).toEqual(DAYS);
});

test("until there is a score it logs every half minute that it waits", async () => {
  const { stores, clock, log, apply } = await harness();
  for (let second = 0; second < 70; second += 2) {
    await apply(NOTHING, false);
    await clock.advance(2000);
  }
  const line = {
    level: "info",
    facts: { closed: undefined },
    sentence: "waiting for the first score of another instance",
  };
  expect(log.lines).toEqual([line, line, line]);
  await storePublishedPast(stores, CALM);
  await apply({ ...NOTHING, snapshot: "new" }, false);
  await clock.advance(60_000);
  await apply({ ...NOTHING, snapshot: "new" }, false);
  expect(log.lines).toHaveLength(3);
});
