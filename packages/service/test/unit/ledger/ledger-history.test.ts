import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { LedgerHistory } from "../../../src/ledger/ledger-history.js";
import { SignedHeadFile } from "../../../src/ledger/signing-key.js";
import { quietLog } from "../../support/quiet-log.js";
import { appendDays, bodiesOf, storedHistory } from "../../support/sample-ledger.js";
import { closedDay, closedDays, historyRows } from "../../support/sample-rows.js";
import { tempDatabase, tempFolder } from "../../support/temp-sqlite.js";
import { signingOf, testSigner } from "../../support/test-signer.js";

const NOW = closedDay(60).closedAt;

describe("the history of an installation", () => {
  test("contains what was read, and grows with each append", async () => {
    const db = await tempDatabase();
    const signer = testSigner();
    const history = await appendDays(db, closedDays(0, 40), historyRows(9, 32), signer);
    const computed = historyRows(9, 32).map(({ settled: _follows, ...row }) => ({
      ...row,
      crypto: { score: row.score, phase: row.phase },
    }));
    expect(history.computedRows).toMatchObject(computed);
    await history.append(db, bodiesOf(closedDays(40, 1), historyRows(41, 1)), signer, NOW);
    const again = await storedHistory(db);
    expect(again.current).toEqual(history.current);
    expect(history.current?.proof?.leaves.split("\n")).toHaveLength(1 + 40 + 1 + 1 + 1);
  });

  test("saves the signed position next to the key, and is rejected after a restart if its end is missing", async () => {
    const db = await tempDatabase();
    const kept = new SignedHeadFile(`${tempFolder()}/key`, quietLog());
    const signer = testSigner();
    const own = signingOf(signer, kept);
    const short = new LedgerHistory(db, own);
    await short.read();
    await short.append(db, bodiesOf(closedDays(0, 5), []), signer, NOW);
    expect(await kept.read()).toMatchObject({ position: 5 });
    const other = await tempDatabase();
    await appendDays(other, closedDays(0, 3), [], signer);
    const reports: unknown[] = [];
    const restarted = new LedgerHistory(other, own, {
      ledgerRead: (fault) => void reports.push(fault?.message),
      check: () => undefined,
    });
    await expect(restarted.read()).rejects.toThrow(PublishingHeldError);
    expect([restarted.current, reports]).toEqual([undefined, ["entry 5: signed entries after this one are missing"]]);
  });

  test("is read and appended to in turns, so that no read ends in the middle of an append", async () => {
    const db = await tempDatabase();
    const signer = testSigner();
    const history = await appendDays(db, closedDays(0, 5), [], signer);
    const append = (count: number) => history.append(db, bodiesOf(closedDays(count, 1), []), signer, NOW);
    await Promise.all([append(5), history.read(), append(6), history.read(), append(7)]);
    expect(history.days).toEqual(closedDays(0, 8));
  });
});
