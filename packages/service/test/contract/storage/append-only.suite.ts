import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openStores } from "../../../src/storage/stores.js";
import type { Tables } from "../../../src/storage/tables.js";
import { closedDays, historyRows, hourlyScore, observation, publicKey, quote, revision, statement } from "./samples.js";

/** Tables and one of their columns. */
const FROZEN = [
  ["observations", "value"],
  ["closed_days", "btc_close"],
  ["closed_majors", "close"],
  ["history", "score"],
  ["scores", "btc_score"],
  ["links", "position"],
  ["statements", "position"],
  ["signing_keys", "added_at"],
  ["revisions", "score"],
] as const satisfies readonly (readonly [keyof Tables, string])[];

/** What the database itself refuses, whoever asks. @param open an empty database, closed after the test */
export function appendOnlySuite(open: () => Promise<OpenDatabase>): void {
  test("the tables of what was said and closed refuse to change and to remove rows", async () => {
    const database = await filled(open);
    for (const [table, column] of FROZEN) {
      const before = await rowsOf(database, table);
      const name = sql.table(table);
      for (const statement of [
        sql`update ${name} set ${sql.ref(column)} = 1`,
        sql`delete from ${name}`,
        sql`delete from ${name} where ${sql.ref(column)} is not null`,
      ]) {
        await expect(statement.execute(database.queries)).rejects.toThrow(`${table} is append-only`);
      }
      expect(before.length).toBeGreaterThan(0);
      expect(await rowsOf(database, table)).toEqual(before);
    }
  });
}

async function filled(open: () => Promise<OpenDatabase>): Promise<OpenDatabase> {
  const database = await open();
  const stores = openStores(database);
  await stores.observations.add([observation()]);
  await stores.days.append(closedDays(0, 2), historyRows(1, 1));
  await stores.scores.add(hourlyScore());
  await stores.market.put("btcPrice", quote(1));
  await stores.chain.addStatement(statement(), publicKey());
  await stores.chain.addRevision(revision());
  return database;
}

async function rowsOf(database: OpenDatabase, table: keyof Tables): Promise<readonly unknown[]> {
  return (await sql`select * from ${sql.table(table)}`.execute(database.queries)).rows;
}
