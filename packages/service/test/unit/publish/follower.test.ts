import { expect, test } from "vitest";
import { LedgerHistory } from "../../../src/history/ledger-history.js";
import { notePast } from "../../../src/publish/publish-now.js";
import { Published } from "../../../src/publish/published.js";
import { Follower } from "../../../src/publish/sync-from-leader.js";
import type { ChangeMarkers } from "../../../src/storage/lease-store.js";
import { closedDays, historyRows } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { quietLog } from "../../support/quiet-log.js";
import { appendDays } from "../../support/sample-ledger.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";

async function harness() {
  const stores = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = new Published();
  const puts: string[] = [];
  for (const name of ["now", "history"] as const) published[name].subscribe(() => void puts.push(name));
  const history = new LedgerHistory(stores.ledger, undefined, () => {});
  const log = quietLog();
  const follower = new Follower(clock, log, stores, history, published);
  const markers = async (changes: Partial<ChangeMarkers> = {}): Promise<ChangeMarkers> => {
    const position = await stores.ledger.newestPosition();
    return { now: SCORED_AT, isFree: false, position, version: 1, hour: SCORED_AT, ...changes };
  };
  const follow = async (changes: Partial<ChangeMarkers> = {}, isLeader = false) => {
    await follower.follow(await markers(changes), isLeader);
    return [...new Set(puts.splice(0))].sort();
  };
  return { stores, clock, log, published, history, follow };
}

test("what is new is read again, and nothing else", async () => {
  const { stores, follow, published } = await harness();
  await storePublishedPast(stores, CALM);
  expect(await follow()).toEqual(["history", "now"]);
  expect([published.now.get().score?.btc.score, published.history.get()?.rows.length]).toEqual([
    (await stores.scores.newest())?.btc.score,
    30,
  ]);
  expect(await follow()).toEqual([]);
  expect(await follow({ version: 2 })).toEqual(["now"]);
  expect(await follow({ version: 2, hour: null })).toEqual(["now"]);
});

test("an hour in which nobody has scored is noticed", async () => {
  const { stores, clock, follow } = await harness();
  await storePublishedPast(stores, CALM);
  await follow();
  await clock.advance(54 * 60_000);
  expect([await follow(), await follow()]).toEqual([["now"], []]);
});

test("a leader reads what a command has appended beside it, and all again when it leads no more", async () => {
  const { stores, follow, history } = await harness();
  await storePublishedPast(stores, CALM);
  await follow();
  expect(await follow({ version: 9 }, true)).toEqual([]);
  expect(await follow({ position: history.length }, true)).toEqual(["history"]);
  expect(await follow()).toEqual(["history", "now"]);
});

test("a ledger that is not what was signed is not shown, and is read again every 15 s and when it changes", async () => {
  const { stores, clock, follow, published } = await harness();
  await appendDays(stores, closedDays(0, 40), historyRows(1, 40));
  await notePast(stores);
  const { read } = stores.ledger;
  let reads = 0;
  let isWrong = true;
  Object.assign(stores.ledger, {
    read: (from: number, onLines: Parameters<typeof read>[1]) => {
      reads += 1;
      return read(from, (lines) => onLines(isWrong ? lines.slice(1) : lines));
    },
  });
  const bent = new LedgerHistory(stores.ledger, undefined, () => {});
  await expect(bent.read()).rejects.toThrow("entry 0: it is missing");
  expect(reads).toBe(1);
  await follow();
  await clock.advance(10_000);
  await follow();
  expect([reads, published.history.get()]).toEqual([2, undefined]);
  await clock.advance(6000);
  isWrong = false;
  await follow();
  expect([reads, published.history.get()?.rows.length]).toEqual([3, 40]);
});

test("until there is a score it logs every half minute that it waits", async () => {
  const { stores, clock, log, follow } = await harness();
  for (let second = 0; second < 70; second += 2) {
    await follow({ hour: null, version: 0 });
    await clock.advance(2000);
  }
  const line = {
    level: "info",
    facts: { closed: undefined },
    sentence: "waiting for the first score of another instance",
  };
  expect(log.lines).toEqual([line, line, line]);
  await storePublishedPast(stores, CALM);
  await follow();
  await clock.advance(60_000);
  await follow();
  expect(log.lines).toHaveLength(3);
});
