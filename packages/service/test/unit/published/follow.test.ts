import { plus } from "peak-cycle-model";
import { expect, test } from "vitest";
import { Follower } from "../../../src/published/follow.js";
import { LedgerHistory } from "../../../src/published/ledger-history.js";
import { notePast, putFigure } from "../../../src/published/publish-now.js";
import { Published } from "../../../src/published/published.js";
import { closedDays, historyRows, revision } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { CALM, SCORED_AT, storePublishedPast } from "../../support/published-past.js";
import { appendDays, storedHistory } from "../../support/sample-ledger.js";
import { tempSqliteStores } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

async function harness() {
  const stores = await tempSqliteStores();
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = new Published();
  const puts: string[] = [];
  for (const name of ["now", "history"] as const) published[name].subscribe(() => void puts.push(name));
  let reads = 0;
  const { read } = stores.ledger;
  Object.assign(stores.ledger, {
    read: (...args: Parameters<typeof read>) => {
      reads += 1;
      return read(...args);
    },
  });
  const history = new LedgerHistory(stores.ledger);
  const follower = new Follower(clock, stores, history, published);
  const follow = async () => {
    await follower.follow();
    return [...new Set(puts.splice(0))].sort();
  };
  return { stores, clock, published, history, follow, reads: () => reads };
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
  const stored = (await stores.state.get("now")) as object;
  await stores.state.put("now", { ...stored, minute: 6 });
  expect([await follow(), published.now.get().minute]).toEqual([["now"], 6]);
});

test("what this process has put itself is not published a second time", async () => {
  const { stores, clock, follow, published } = await harness();
  await storePublishedPast(stores, CALM);
  await follow();
  const price = published.now.get().market.btcPrice;
  if (price === undefined) throw new Error("no price");
  await putFigure(stores, published, "btcPrice", { ...price, value: 90_000, observedAt: clock.now() });
  const shown = published.now.get();
  await follow();
  expect(published.now.get()).toBe(shown);
});

test("a figure or a score that is older than what is shown is passed over", async () => {
  const { stores, follow, published } = await harness();
  await storePublishedPast(stores, CALM);
  await follow();
  const { score, market } = published.now.get();
  const { btcPrice } = market;
  if (score === undefined || btcPrice === undefined) throw new Error("nothing is shown");
  const older = { ...btcPrice, value: 1, observedAt: plus(btcPrice.observedAt, -1) };
  const stored = (await stores.state.get("now")) as object;
  await stores.state.put("now", { ...stored, market: { ...market, btcPrice: older } });
  const newer = { ...score, computedAt: plus(score.computedAt, 1) }; // which a failover may have lost
  published.show({ score: newer });
  await follow();
  expect([published.now.get().score, published.now.get().market.btcPrice]).toEqual([newer, btcPrice]);
});

test("an hour in which nobody has scored is noticed", async () => {
  const { stores, clock, follow } = await harness();
  await storePublishedPast(stores, CALM);
  await follow();
  await clock.advance(54 * 60_000);
  expect([await follow(), await follow()]).toEqual([["now"], []]);
});

test("what a command has appended is read, and what this process has appended is not", async () => {
  const { stores, follow, history, reads } = await harness();
  const signer = testSigner();
  await storePublishedPast(stores, CALM, signer);
  await follow();
  const before = reads();
  await history.append(stores.ledger, [revision()], signer, SCORED_AT);
  expect([await follow(), reads() - before]).toEqual([["history"], 0]);
  const beside = await storedHistory(stores);
  await beside.append(stores.ledger, [revision({ number: 2 })], signer, SCORED_AT);
  expect([await follow(), reads() - before]).toEqual([["history"], 2]);
});

test("a history whose first fetch has just ended is published, though its ledger was read before", async () => {
  const { stores, follow, published } = await harness();
  await appendDays(stores, closedDays(0, 40), historyRows(1, 40));
  expect(await follow()).not.toContain("history");
  await notePast(stores);
  expect(await follow()).toEqual(["history"]);
  expect(published.history.get()?.rows).toHaveLength(40);
});

test("a ledger that is not what was signed is not shown, and read again every 15 s", async () => {
  const { stores, clock, follow, published, reads } = await harness();
  await appendDays(stores, closedDays(0, 40), historyRows(1, 40));
  await notePast(stores);
  const before = reads();
  const { read } = stores.ledger;
  let isWrong = true;
  Object.assign(stores.ledger, {
    read: (from: number, onLines: Parameters<typeof read>[1]) =>
      read(from, (lines) => onLines(isWrong ? lines.slice(1) : lines)),
  });
  await follow();
  await clock.advance(10_000);
  await follow();
  expect([reads() - before, published.history.get()]).toEqual([1, undefined]);
  await clock.advance(6000);
  isWrong = false;
  await follow();
  expect([reads() - before, published.history.get()?.rows.length]).toEqual([2, 40]);
});
