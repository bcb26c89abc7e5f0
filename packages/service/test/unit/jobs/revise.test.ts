import { addDays, formatDay, formatInstant, instantOf, utcDay } from "peak-cycle-model";
import { Market } from "peak-cycle-simulator";
import { describe, expect, test } from "vitest";
import { revise } from "../../../src/jobs/revise.js";
import type { Db } from "../../../src/storage/database.js";
import { memoize } from "../../support/memoize.js";
import { appendDays, storedHistory } from "../../support/sample-ledger.js";
import { closedDay, closedDays, day, historyRow } from "../../support/sample-rows.js";
import { storePast } from "../../support/simulated-past.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { signingOf, testSigner } from "../../support/test-signer.js";

const SIGNER = testSigner();
const SIGNING = signingOf(SIGNER);
/** The newest day with a row, and that row's price. */
const NEWEST = utcDay("2014-02-07");
const NEWEST_PRICE = new Market().closeOf("btc", addDays(NEWEST, -1));
const NOW = instantOf("2026-11-21T09:30:00Z");

async function published(): Promise<Db> {
  const db = await tempDatabase();
  await storePast(db, instantOf("2014-02-07T12:00:00Z"), SIGNER);
  return db;
}

const rowsIn = async (db: Db) => (await storedHistory(db)).current?.rows ?? [];
const revisionsIn = async (db: Db) => (await storedHistory(db)).current?.revisions;
const REASON = "The hourly close of 06:00 was misread.";

/** The correction of the row some days before the newest, with that row before and after. */
const corrected = memoize(async (daysBack: number) => {
  const db = await published();
  const day = addDays(NEWEST, -daysBack);
  const rowOf = async () => (await rowsIn(db)).find((each) => each.day === day);
  const row = await rowOf();
  const correction = await revise(db, SIGNING, NOW, { day, price: 1200.126, reason: ` ${REASON} ` });
  return { ...correction, day, row, rowAfterwards: await rowOf(), stored: await revisionsIn(db) };
});

describe.each([0, 1])("a correction of the row %d days before the newest", (daysBack) => {
  test("comes with the published numbers", async () => {
    const { before, row } = await corrected(daysBack);
    expect(before).toMatchObject({ score: row?.score, btc_price_usd: Number(row?.btcPriceUsd.toFixed(2)) });
  });

  test("has its number, day, moment and reason", async () => {
    const { revision, day } = await corrected(daysBack);
    const expected = { number: 1, date: formatDay(day), revised_at: formatInstant(NOW), reason: REASON };
    expect(revision).toMatchObject(expected);
  });

  test("has the numbers of the higher price", async () => {
    const { before, revision } = await corrected(daysBack);
    expect(revision.btc_price_usd).toBe(1200.13);
    expect(revision.score).toBeGreaterThan(before.score + 1);
    expect(revision.score_smoothed).toBeGreaterThan(before.score_smoothed);
  });

  test("is the only one stored, and does not change the row", async () => {
    const { revision, stored, row, rowAfterwards } = await corrected(daysBack);
    expect(stored).toEqual([revision]);
    expect(rowAfterwards).toEqual(row);
  });
});

describe("a second correction of a row", () => {
  test("is compared with the first one", async () => {
    const db = await published();
    await revise(db, SIGNING, NOW, { day: NEWEST, price: 1200, reason: REASON });
    const again = revise(db, SIGNING, NOW, { day: NEWEST, price: 1200.001, reason: REASON });
    await expect(again).rejects.toThrow("this correction would not change any number");
  });

  test("may revert the first one", async () => {
    const db = await published();
    const first = await revise(db, SIGNING, NOW, { day: NEWEST, price: 1200, reason: REASON });
    const second = await revise(db, SIGNING, NOW, { day: NEWEST, price: NEWEST_PRICE, reason: REASON });
    expect(second.before).toEqual(first.revision);
    expect(second.revision).toMatchObject({ ...first.before, number: 2 });
  });
});

const ORDER = { day: NEWEST, price: 200, reason: REASON };

test.each([
  ["a day without a row", { day: addDays(NEWEST, 1) }, "there is no history row for 2014-02-08"],
  ["a price of zero", { price: 0 }, "the price is not a plausible Bitcoin price"],
  ["an absurd price", { price: 1e8 }, "the price is not a plausible Bitcoin price"],
  ["a price that is not a number", { price: Number.NaN }, "the price is not a plausible Bitcoin price"],
  ["a blank reason", { reason: "  " }, "the reason is empty"],
  ["a reason of 501 characters", { reason: "a".repeat(501) }, "the reason is longer than 500 characters"],
  ["a reason of two lines", { reason: "a\nb" }, "the reason contains line breaks or other control characters"],
  ["a hidden character", { reason: "a\u202eb" }, "the reason contains line breaks or other control characters"],
  ["the published price", { price: NEWEST_PRICE }, "this correction would not change any number"],
])("a correction with %s is refused with the reason and not stored", async (_what, change, reason) => {
  const db = await published();
  await expect(revise(db, SIGNING, NOW, { ...ORDER, ...change })).rejects.toThrow(reason);
  expect(await revisionsIn(db)).toEqual([]);
});

describe("a correction is refused", () => {
  test("if its row is of another model", async () => {
    const db = await tempDatabase();
    await appendDays(db, [closedDay(0)], [historyRow(1, { modelVersion: "0" })], SIGNER);
    const revising = revise(db, SIGNING, NOW, { day: day(1), price: 200, reason: REASON });
    await expect(revising).rejects.toThrow("this row was computed by model 0, but this version has model 1");
  });

  test("if its row cannot be reproduced from the stored inputs", async () => {
    const db = await tempDatabase();
    await appendDays(db, closedDays(0, NEWEST - day(0)), [historyRow(NEWEST - day(0))], SIGNER);
    const revising = revise(db, SIGNING, NOW, ORDER);
    await expect(revising).rejects.toThrow("the row for 2014-02-07 cannot be reproduced from the stored inputs");
  });

  test("if the history is signed by another key", async () => {
    const db = await published();
    const revising = revise(db, signingOf(testSigner(SIGNER)), NOW, ORDER);
    await expect(revising).rejects.toThrow("the history is signed by a different key than SIGNING_KEY_FILE holds");
  });
});
