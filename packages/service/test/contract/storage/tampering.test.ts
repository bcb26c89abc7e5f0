/** Whoever can write to the database, and has no key, changes anything in the ledger: every change is found. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { LedgerHistory } from "../../../src/published/ledger-history.js";
import { appendDays } from "../../support/sample-ledger.js";
import { tempDatabase } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { closedDays, historyRows } from "./samples.js";

const signer = testSigner();

const LAST = 1 + 40 + 1 + 1 + 1 - 1; // a key, 40 days, a statement, a day, a statement
const PLACES = { first: 0, second: 1, middle: 20, "the day before the last": LAST - 1, last: LAST };

/** Every column of an entry, changed to something of its kind. */
const CHANGES: Readonly<Record<string, string>> = {
  position: "position = position + 1000",
  kind: "kind = case kind when 'day' then 'revision' else 'day' end",
  day: "day = coalesce(day, 0) + 1",
  "a digit of body": "body = replace(replace(body, '3', '4'), 'T06', 'T07')",
  "a letter of body": "body = replace(body, 'e', 'f')",
  "the end of body": "body = body || ' '",
  hash: "hash = replace(replace(replace(hash, '1', '2'), 'a', 'b'), '3', '4')",
};

const OTHERS: Readonly<Record<string, string>> = {
  "the last entry removed": `delete from ledger where position = ${LAST}`,
  "the last day and its statement removed": `delete from ledger where position >= ${LAST - 1}`,
  "an entry in the middle removed": "delete from ledger where position = 20",
  "everything removed": "delete from ledger",
  "two entries swapped":
    "update ledger set position = -1 where position = 7; update ledger set position = 7 where position = 8; " +
    "update ledger set position = 8 where position = -1",
  "an entry inserted": `insert into ledger select ${LAST + 1}, kind, day, body, hash from ledger where position = 12`,
  "the statement replaced by an earlier one": `update ledger set body = (select body from ledger where position = 41)
      where position = ${LAST}`,
};

/** A ledger that was read by a process which has kept its end, then changed. */
async function changed(statements: string) {
  const database = await tempDatabase();
  await appendDays(database, closedDays(0, 40), historyRows(11, 30), signer);
  await appendDays(database, closedDays(40, 1), historyRows(41, 1), signer);
  const history = new LedgerHistory(database);
  await history.read();
  for (const each of statements.split("; ")) await sql.raw(each).execute(database);
  return { database, history };
}

describe("a change is found:", () => {
  const edits = Object.entries(PLACES).flatMap(([place, position]) =>
    Object.entries(CHANGES).map(([what, change]) => [`${what} of the ${place} entry`, change, position] as const),
  );

  test.each(edits)("%s", async (_what, change, position) => {
    const { database, history } = await changed(`update ledger set ${change} where position = ${position}`);
    const before = history.current;
    await expect(history.read()).rejects.toThrow(PublishingHeldError);
    expect(history.current).toBe(before); // what was published stays
    await expect(history.append(database, [], signer, 0 as never)).rejects.toThrow(PublishingHeldError);
  });

  test.each(Object.entries(OTHERS))("%s", async (_what, statements) => {
    await expect((await changed(statements)).history.read()).rejects.toThrow(PublishingHeldError);
  });

  test("a whole ledger made anew with another key", async () => {
    const { database, history } = await changed("delete from ledger");
    await appendDays(database, closedDays(0, 41), historyRows(11, 31));
    await expect(history.read()).rejects.toThrow(PublishingHeldError);
  });
});
