/**
 * Whoever can write to the database, and has no key, changes the ledger of a process that has read it. That any sign of
 * any entry counts is shown where entries are read: `packages/chain/test/unit/ledger.test.ts`.
 */

import { sql } from "kysely";
import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { appendDays } from "../../support/sample-ledger.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { closedDays, historyRows } from "./samples.js";

test.each([
  ["the position of an entry", "update ledger set position = 1000 where position = 20"],
  ["the day of an entry", "update ledger set day = day + 1 where position = 20"],
  ["the kind of an entry", "update ledger set kind = 'revision' where position = 20"],
  ["the body of an entry", "update ledger set body = body || ' ' where position = 0"],
  ["the end, of which a day and its statement are removed", "delete from ledger where position >= 42"],
  ["everything, which is removed", "delete from ledger"],
])("a change of %s is found, and what was published stays", async (_what, change) => {
  const [database, signer] = [await tempDatabase(), testSigner()];
  await appendDays(database, closedDays(0, 40), historyRows(11, 30), signer);
  const history = await appendDays(database, closedDays(40, 1), historyRows(41, 1), signer);
  const before = history.current;
  await sql.raw(change).execute(database);
  await expect(history.read()).rejects.toThrow(PublishingHeldError);
  expect(history.current).toBe(before);
  await expect(history.append(database, [], signer, 0 as never)).rejects.toThrow(PublishingHeldError);
});

test("a ledger that was made anew with another key is found", async () => {
  const database = await tempDatabase();
  const history = await appendDays(database, closedDays(0, 5), []);
  await database.deleteFrom("ledger").execute();
  await appendDays(database, closedDays(0, 6), []);
  await expect(history.read()).rejects.toThrow(PublishingHeldError);
});
