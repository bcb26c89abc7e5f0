import { join } from "node:path";
import type { LedgerSigner } from "peak-cycle-verify";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { LedgerHistory } from "../../../src/ledger/ledger-history.js";
import { ownLedger } from "../../../src/ledger/own-ledger.js";
import { SignedHeadFile } from "../../../src/ledger/signing-key.js";
import type { Db } from "../../../src/storage/database.js";
import { quietLog } from "../../support/quiet-log.js";
import { appendDays, appendForgery, bodiesOf, storedHistory } from "../../support/sample-ledger.js";
import { closedDay, closedDays, historyRows } from "../../support/sample-rows.js";
import { tempDatabase, tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

const NOW = closedDay(60).closedAt;
/** 40 days, with their key before them and a statement after them. */
const LENGTH = 42;
const FOREIGN = `entry ${LENGTH}: it adds a key that no key of this installation vouches for`;

async function signedBy(signer: LedgerSigner): Promise<Db> {
  const db = await tempDatabase();
  await appendDays(db, closedDays(0, 40), historyRows(1, 40), signer);
  return db;
}

/** A process with a key file. */
function instance(db: Db, signer: LedgerSigner, lost: readonly string[] = []) {
  const kept = new SignedHeadFile(join(tempFolder(), "key"), quietLog());
  return { kept, history: new LedgerHistory(db, ownLedger(signer, kept, lost)) };
}

/** The signer's key, and one day that it has signed, appended by another process. */
async function appendDay(db: Db, signer: LedgerSigner): Promise<void> {
  const history = await storedHistory(db);
  const next = history.days.length;
  await history.append(db, bodiesOf(closedDays(next, 1), [], history.settled), signer, NOW);
}

describe("a ledger continued by someone without any of our keys", () => {
  test("is rejected by a process that has read it before, which keeps the signed history", async () => {
    const signer = testSigner();
    const db = await signedBy(signer);
    const { history, kept } = instance(db, signer);
    const before = await history.read();
    await appendForgery(db);
    await expect(history.read()).rejects.toThrow(new PublishingHeldError(FOREIGN));
    expect([history.current, await kept.read()]).toEqual([before, expect.objectContaining({ position: LENGTH - 2 })]);
    await expect(history.append(db, [], signer, NOW)).rejects.toThrow(PublishingHeldError);
    await db.deleteFrom("ledger").where("position", ">=", LENGTH).execute();
    expect((await history.read()).rows).toEqual(before.rows);
  });

  test("is rejected by a process that has the key and reads the ledger for the first time", async () => {
    const signer = testSigner();
    const db = await signedBy(signer);
    await appendForgery(db);
    await expect(instance(db, signer).history.read()).rejects.toThrow(FOREIGN);
  });

  test("is rejected by a process without a key that has read it before", async () => {
    const db = await signedBy(testSigner());
    const history = await storedHistory(db);
    await appendForgery(db);
    await expect(history.read()).rejects.toThrow(FOREIGN);
  });

  test("is rejected even if the unknown key has endorsed another one", async () => {
    const [db, foreign] = [await signedBy(testSigner()), testSigner()];
    const history = await storedHistory(db);
    await appendForgery(db, foreign);
    await appendDay(db, testSigner(foreign));
    await expect(history.read()).rejects.toThrow(FOREIGN);
  });

  test("is rejected even if the operator has declared the previous key lost", async () => {
    const [lost, signer] = [testSigner(), testSigner()];
    const db = await signedBy(lost);
    const { history } = instance(db, signer, [lost.keyId]);
    await history.read();
    await appendForgery(db);
    await expect(history.read()).rejects.toThrow(FOREIGN);
  });
});

test("a complete ledger by an unknown key is rejected by a process with our key", async () => {
  const db = await signedBy(testSigner());
  const foreign = "entry 0: it adds a key that no key of this installation vouches for";
  await expect(instance(db, testSigner()).history.read()).rejects.toThrow(foreign);
});

describe("a new key is accepted", () => {
  test("by every running process if the previous key endorses it, any number of times", async () => {
    const old = testSigner();
    const db = await signedBy(old);
    const [follower, leader] = [await storedHistory(db), instance(db, old).history];
    await leader.read();
    const next = testSigner(old);
    await appendDay(db, next);
    await appendDay(db, testSigner(next));
    for (const history of [follower, leader]) {
      await history.read();
      expect(history.days).toHaveLength(42);
    }
  });

  test("by a process whose key file already has it, though it has not signed yet", async () => {
    const old = testSigner();
    const db = await signedBy(old);
    const { history } = instance(db, testSigner(old));
    await history.read();
    expect(history.days).toHaveLength(40);
  });

  test("without an endorsement by processes that were started with it after the old one was lost", async () => {
    const [lost, signer] = [testSigner(), testSigner()];
    const db = await signedBy(lost);
    const [one, other] = [0, 1].map(() => instance(db, signer, [lost.keyId]).history);
    await one?.read();
    await other?.read();
    await one?.append(db, [], signer, NOW);
    await other?.read();
    expect(other?.key).toMatchObject({ key_id: signer.keyId, endorsed_by: null });
    await instance(db, signer).history.read(); // later starts need no confirmation
  });
});

test("a process whose key has been replaced signs nothing any more", async () => {
  const old = testSigner();
  const db = await signedBy(old);
  const { history } = instance(db, old);
  await appendDay(db, testSigner(old));
  await history.read();
  const appending = history.append(db, bodiesOf(closedDays(41, 1), []), old, NOW);
  await expect(appending).rejects.toThrow(/^the key \S+ has replaced /);
});

test("only the signed public part of an entry is published, regardless of its private part", async () => {
  const [db, signer] = [await signedBy(testSigner()), testSigner()];
  const history = await storedHistory(db);
  const [body] = bodiesOf(closedDays(40, 1), historyRows(41, 1), history.settled);
  if (body?.private.row == null || body.public.row === null) throw new Error("there is no row");
  const kept = { ...body.private.row, raw: 77.7, smoothed: 88.8, btc_price_usd: 999_999 };
  await history.append(db, [{ ...body, private: { ...body.private, row: kept } }], signer, NOW);
  const { date, score, score_smoothed, btc_price_usd } = body.public.row;
  const shown = (await storedHistory(db)).current?.reply?.data.at(-1);
  expect(shown).toMatchObject({ date, score, score_smoothed, btc_price_usd });
});
