/**
 * What the rows of the latest state have to be. Another version, or somebody else, may have stored something else: that is
 * passed over, and made again as all rows of these tables are.
 */

import { type Kysely, sql, type Transaction } from "kysely";
import type { Instant } from "peak-cycle-model";
import * as z from "zod";
import { SOURCE_FAULTS } from "../domain/errors.js";
import { readRecord } from "../domain/record-shape.js";
import { withStorageErrors } from "./database.js";
import type { Tables } from "./tables.js";

/** Dates of JavaScript end there. */
export const MAX_INSTANT = 8.64e15 as Instant;

const instant = z.custom<Instant>((value) => Number.isInteger(value) && Math.abs(Number(value)) <= MAX_INSTANT);

const SCHEMAS = {
  market: z.object({
    part: z.enum(["btcPrice", "btcDominance", "fearGreed"]),
    value: z.number(),
    source: z.string(),
    observedAt: instant,
    fetchedAt: instant,
  }),
  source_states: z.object({
    source: z.string(),
    askedAt: instant,
    answeredAt: instant.nullable(),
    fault: z.enum(SOURCE_FAULTS).nullable(),
  }),
  reports: z.object({
    name: z.string(),
    mark: z.string(),
    body: z.string().transform((text, context) => {
      const record = readRecord(text);
      if (record === undefined) context.addIssue("no record of this version");
      return record ?? z.NEVER;
    }),
  }),
};

/** A row of the table; `undefined` when this version cannot read it. */
export function readRow<Table extends keyof typeof SCHEMAS>(table: Table, row: unknown) {
  return SCHEMAS[table].safeParse(row).data as z.output<(typeof SCHEMAS)[Table]> | undefined;
}

/** The rows that are passed over: each by its table and key. */
export async function unreadableRows(queries: Kysely<Tables>): Promise<readonly string[]> {
  return (await findUnreadable(queries)).map(({ table, key }) => `${table} ${key}`);
}

/** Removes them. @returns which they were */
export async function dropUnreadableRows(transaction: Transaction<Tables>): Promise<readonly string[]> {
  const found = await findUnreadable(transaction);
  for (const { table, column, key } of found) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${key}`.execute(transaction);
  }
  return found.map(({ table, key }) => `${table} ${key}`);
}

/** The first column of each of these tables is its key. */
async function findUnreadable(queries: Kysely<Tables>) {
  const found: { table: string; column: string; key: unknown }[] = [];
  for (const table of Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[]) {
    const query = queries.selectFrom(table).selectAll();
    const rows: readonly object[] = await withStorageErrors("read its latest state", () => query.execute());
    for (const row of rows.filter((each) => readRow(table, each) === undefined)) {
      const [[column, key] = ["", ""]] = Object.entries(row);
      found.push({ table, column, key });
    }
  }
  return found;
}
