/**
 * Someone with write access to the database, but without the key, changes a ledger that a process has already read.
 * `packages/verify/test/unit/ledger.test.ts` shows that every character of an entry counts.
 */

import { sql } from "kysely";
import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { appendDays } from "../../support/sample-ledger.js";
import { closedDay, closedDays, historyRows } from "../../support/sample-rows.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

test.each([
  ["the day of an entry", "update ledger set day = day + 1 where position = 20"],
  ["the body of an entry", "update ledger set body = body || ' ' where position = 0"],
  ["the end, by removing a day and its statement", "delete from ledger where position >= 42"],
  ["everything, by removing all entries", "delete from ledger"],
])("a change of %s is detected, and the published history does not change", async (_what, change) => {
  const [db, signer] = [await tempDatabase(), testSigner()];
  await appendDays(db, closedDays(0, 40), historyRows(11, 30), signer);
  const history = await appendDays(db, closedDays(40, 1), historyRows(41, 1), signer);
  const before = history.current;
  await sql.raw(change).execute(db);
  await expect(history.read()).rejects.toThrow(PublishingHeldError);
  expect(history.current).toBe(before);
  await expect(history.append(db, [], signer, closedDay(41).closedAt)).rejects.toThrow(PublishingHeldError);
});

test("a ledger rewritten with another key is detected", async () => {
  const db = await tempDatabase();
  const history = await appendDays(db, closedDays(0, 5), []);
  await db.deleteFrom("ledger").execute();
  await appendDays(db, closedDays(0, 6), []);
  await expect(history.read()).rejects.toThrow(PublishingHeldError);
});
