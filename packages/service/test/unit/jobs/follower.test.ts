import { HOUR_MS, type Instant, plus } from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import { expect, test } from "vitest";
import { Follower } from "../../../src/jobs/follower.js";
import { noteFetchedPast } from "../../../src/jobs/publish-history.js";
import { LedgerHistory } from "../../../src/ledger/ledger-history.js";
import { putFigure } from "../../../src/published/publish-now.js";
import { Published } from "../../../src/published/published.js";
import { noteBackup } from "../../../src/storage/backup.js";
import type { Db } from "../../../src/storage/database.js";
import { addScore, newestScore } from "../../../src/storage/scores.js";
import { getState, putState } from "../../../src/storage/state.js";
import { fakeClock } from "../../support/fake-clock.js";
import { appendDays, storedHistory } from "../../support/sample-ledger.js";
import { closedDays, historyRows, hourlyScore, quote, revision } from "../../support/sample-rows.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

async function harness() {
  const db = await tempDatabase();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = new Published();
  const puts: string[] = [];
  for (const name of ["now", "history"] as const) published[name].subscribe(() => void puts.push(name));
  const history = new LedgerHistory(db);
  const follower = new Follower(clock, db, history, published);
  const follow = async () => {
    await follower.follow();
    return [...new Set(puts.splice(0))].sort();
  };
  return { db, clock, published, history, follow };
}

/** Moves an entry of the ledger: the stored ledger then differs from what was signed, until it is moved back. */
function moveEntry(db: Db, from: number, to: number) {
  return db.updateTable("ledger").set({ position: to }).where("position", "=", from).execute();
}

/** 40 days with their rows, a score, and live figures. */
async function storeSample(db: Db, signer?: LedgerSigner): Promise<void> {
  await appendDays(db, closedDays(0, 40), historyRows(1, 40), signer);
  await noteFetchedPast(db);
  await addScore(db, hourlyScore());
  const market = { btcPrice: quote(91_000), btcDominance: quote(57), fearGreed: quote(50) };
  await putState(db, "now", { market, minute: 5 });
}

test("the follower publishes only what has changed in the database", async () => {
  const { db, follow, published } = await harness();
  await storeSample(db);
  expect(await follow()).toEqual(["history", "now"]);
  expect([published.now.get().score?.btc.score, published.history.get()?.rows.length]).toEqual([
    (await newestScore(db, 9e15 as Instant))?.btc.score,
    40,
  ]);
  expect(await follow()).toEqual([]);
  const stored = (await getState(db, "now")) as object;
  await putState(db, "now", { ...stored, minute: 6 });
  expect([await follow(), published.now.get().minute]).toEqual([["now"], 6]);
  const { hour, computedAt } = hourlyScore();
  const next = hourlyScore({ hour: plus(hour, HOUR_MS), computedAt: plus(computedAt, HOUR_MS) });
  await addScore(db, next);
  expect([await follow(), published.now.get().score]).toEqual([["now"], next]);
});

test("the follower publishes when the last backup was made, by any machine", async () => {
  const { db, clock, follow, published } = await harness();
  await storeSample(db);
  await follow();
  expect(published.now.get().backedUpAt).toBeUndefined();
  await noteBackup(db, clock.now());
  await follow();
  expect(published.now.get().backedUpAt).toBe(clock.now());
  await putState(db, "backup", { at: "yesterday" }); // edited by hand: counts as unknown without an error
  await follow();
  expect(published.now.get().backedUpAt).toBeUndefined();
});

test("the follower does not republish its own process's values", async () => {
  const { db, clock, follow, published } = await harness();
  await storeSample(db);
  await follow();
  const price = published.now.get().market.btcPrice;
  if (price === undefined) throw new Error("no price");
  await putFigure(db, published, "btcPrice", { ...price, value: 90_000, observedAt: clock.now() });
  const shown = published.now.get();
  await follow();
  expect(published.now.get()).toBe(shown);
});

test("the follower skips a figure or score that is older than the published one", async () => {
  const { db, follow, published } = await harness();
  await storeSample(db);
  await follow();
  const { score, market } = published.now.get();
  const { btcPrice } = market;
  if (score === undefined || btcPrice === undefined) throw new Error("nothing is shown");
  const older = { ...btcPrice, value: 1, observedAt: plus(btcPrice.observedAt, -1) };
  const stored = (await getState(db, "now")) as object;
  await putState(db, "now", { ...stored, market: { ...market, btcPrice: older } });
  const newer = { ...score, computedAt: plus(score.computedAt, 1) }; // a failover may have lost it
  published.show({ score: newer });
  await follow();
  expect([published.now.get().score, published.now.get().market.btcPrice]).toEqual([newer, btcPrice]);
});

test("the follower publishes its own appends without reading the ledger, and a command's by reading it", async () => {
  const { db, clock, follow, history, published } = await harness();
  const signer = testSigner();
  await storeSample(db, signer);
  await follow();
  await history.append(db, [revision()], signer, clock.now());
  await moveEntry(db, 0, -1); // anyone who reads the ledger now finds it unsound
  expect([await follow(), published.history.get()?.revisions.length]).toEqual([["history"], 1]);
  await moveEntry(db, -1, 0);
  const beside = await storedHistory(db);
  await beside.append(db, [revision({ number: 2 })], signer, clock.now());
  expect([await follow(), published.history.get()?.revisions.length]).toEqual([["history"], 2]);
});

test("a history whose first fetch has just ended is published, though its ledger was read before", async () => {
  const { db, follow, published } = await harness();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  expect(await follow()).not.toContain("history");
  await noteFetchedPast(db);
  expect(await follow()).toEqual(["history"]);
  expect(published.history.get()?.rows).toHaveLength(40);
});

test("a ledger that differs from what was signed is not shown, but is read again after 15 s", async () => {
  const { db, clock, follow, published } = await harness();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  await noteFetchedPast(db);
  await moveEntry(db, 0, -1);
  await follow();
  await moveEntry(db, -1, 0);
  await clock.advance(10_000);
  await follow();
  expect(published.history.get()).toBeUndefined();
  await clock.advance(6000);
  await follow();
  expect(published.history.get()?.rows).toHaveLength(40);
});

test("a ledger that a job found unsound is read at the next poll", async () => {
  const { db, follow, history } = await harness();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  await noteFetchedPast(db);
  await follow();
  await moveEntry(db, 0, -1);
  await expect(history.read()).rejects.toThrow("entry 0"); // like a job that is about to append
  expect(history.isUpTo(41)).toBe(false);
  await moveEntry(db, -1, 0);
  await follow();
  expect(history.isUpTo(41)).toBe(true);
});

test("a different ledger of the same length is noticed, and not shown", async () => {
  const { db, follow, published, history } = await harness();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  await noteFetchedPast(db);
  await follow();
  const shown = published.history.get();
  await db.deleteFrom("ledger").execute();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  await follow();
  expect([published.history.get() === shown, history.isUpTo(41)]).toEqual([true, false]);
});

test("an unsound ledger is read again at once when its newest entry changes", async () => {
  const { db, follow, published } = await harness();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40));
  await noteFetchedPast(db);
  await db.updateTable("ledger").set({ position: 1000 }).where("position", "=", 0).execute();
  await follow();
  expect(published.history.get()).toBeUndefined();
  await db.updateTable("ledger").set({ position: 0 }).where("position", "=", 1000).execute();
  await follow();
  expect(published.history.get()?.rows).toHaveLength(40);
});
