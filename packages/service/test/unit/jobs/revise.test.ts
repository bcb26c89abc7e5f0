import { addDays, formatDay, formatInstant, instantOf, utcDay } from "peak-cycle-model";
import { Market } from "peak-cycle-simulator";
import { describe, expect, test } from "vitest";
import { revise } from "../../../src/jobs/revise.js";
import type { Database } from "../../../src/storage/database.js";
import { appendDays, storedHistory } from "../../support/sample-ledger.js";
import { closedDay, closedDays, day, historyRow } from "../../support/sample-rows.js";
import { storePast } from "../../support/simulated-past.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { signingOf, testSigner } from "../../support/test-signer.js";

const SIGNER = testSigner();
const SIGNING = signingOf(SIGNER);
/** The newest day with a row, and what that says of the price. */
const NEWEST = utcDay("2014-02-07");
const NEWEST_PRICE = new Market().closeOf("btc", addDays(NEWEST, -1));
const NOW = instantOf("2026-11-21T09:30:00Z");

async function published(): Promise<Database> {
  const database = await tempDatabase();
  await storePast(database, instantOf("2014-02-07T12:00:00Z"), SIGNER);
  return database;
}

const rowsIn = async (database: Database) => (await storedHistory(database)).current?.rows ?? [];
const revisionsIn = async (database: Database) => (await storedHistory(database)).current?.revisions;
const REASON = "The hourly close of 06:00 was misread.";

describe("a correction", () => {
  test.each([0, 1])(
    "of the row %d days before the newest has the correct values, and does not change the row",
    async (back) => {
      const database = await published();
      const day = addDays(NEWEST, -back);
      const row = (await rowsIn(database)).find((each) => each.day === day);
      const { before, revision } = await revise(database, SIGNING, NOW, {
        day,
        price: 1200.126,
        reason: ` ${REASON} `,
      });
      expect(before.btc_price_usd).toBe(Math.round(100 * (row?.btcPriceUsd ?? 0)) / 100);
      expect(before.score).toBe(row?.score);
      expect(revision).toMatchObject({
        number: 1,
        date: formatDay(day),
        revised_at: formatInstant(NOW),
        reason: REASON,
      });
      expect(revision.btc_price_usd).toBe(1200.13);
      expect(revision.score).toBeGreaterThan(before.score + 1);
      expect(revision.score_smoothed).toBeGreaterThan(before.score_smoothed);
      expect(await revisionsIn(database)).toEqual([revision]);
      expect((await rowsIn(database)).find((each) => each.day === day)).toEqual(row);
    },
  );

  test("is compared with the previous correction, and can be reverted by another", async () => {
    const database = await published();
    const price = 1200;
    const first = await revise(database, SIGNING, NOW, { day: NEWEST, price, reason: REASON });
    const again = revise(database, SIGNING, NOW, { day: NEWEST, price: 1200.001, reason: REASON });
    await expect(again).rejects.toThrow("this correction would not change any number");
    const row = (await rowsIn(database)).at(-1);
    const back = await revise(database, SIGNING, NOW, { day: NEWEST, price: row?.btcPriceUsd ?? 0, reason: REASON });
    expect(back.before).toEqual(first.revision);
    expect(back.revision).toMatchObject(first.before);
    expect(back.revision.number).toBe(2);
  });
});

describe("a correction is refused with the reason", () => {
  const good = { day: NEWEST, price: 200, reason: REASON };
  test("if an argument is invalid, and nothing is stored", async () => {
    const database = await published();
    for (const [what, order, sentence] of [
      ["a day without a row", { ...good, day: addDays(NEWEST, 1) }, "there is no history row for 2014-02-08"],
      ["a price of nothing", { ...good, price: 0 }, "the price is not a plausible Bitcoin price"],
      ["a price beyond all sense", { ...good, price: 1e8 }, "the price is not a plausible Bitcoin price"],
      ["no number", { ...good, price: Number.NaN }, "the price is not a plausible Bitcoin price"],
      ["no reason", { ...good, reason: "  " }, "the reason is empty"],
      ["a novel", { ...good, reason: "a".repeat(501) }, "the reason is longer than 500 characters"],
      ["two lines", { ...good, reason: "a\nb" }, "the reason contains line breaks or other control characters"],
      ["hidden signs", { ...good, reason: "a\u202eb" }, "the reason contains line breaks or other control characters"],
      ["the published price", { ...good, price: NEWEST_PRICE }, "this correction would not change any number"],
    ] as const) {
      const revising = revise(database, SIGNING, NOW, order);
      await expect(revising, what).rejects.toThrow(sentence);
    }
    expect(await revisionsIn(database)).toEqual([]);
  });

  test("if its row is of another model", async () => {
    const database = await tempDatabase();
    await appendDays(database, [closedDay(0)], [historyRow(1, { modelVersion: "0" })], SIGNER);
    const revising = revise(database, SIGNING, NOW, { day: day(1), price: 200, reason: REASON });
    await expect(revising).rejects.toThrow("this row was computed by model 0, but this version has model 1");
  });

  test("if its row cannot be reproduced from the stored inputs", async () => {
    const database = await tempDatabase();
    await appendDays(database, closedDays(0, NEWEST - day(0)), [historyRow(NEWEST - day(0))], SIGNER);
    const revising = revise(database, SIGNING, NOW, good);
    await expect(revising).rejects.toThrow("the row for 2014-02-07 cannot be reproduced from the stored inputs");
  });

  test("if the history is signed by another key", async () => {
    const database = await published();
    const revising = revise(database, signingOf(testSigner(SIGNER)), NOW, good);
    await expect(revising).rejects.toThrow("the history is signed by a different key than SIGNING_KEY_FILE holds");
  });
});
