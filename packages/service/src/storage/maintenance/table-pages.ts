/** Reads whole tables a page at a time, in the order of their keys: for copies, exports and the check of the chain. */

import { type Kysely, type RawBuilder, sql } from "kysely";
import { ServiceError } from "../../domain/errors.js";
import { withStorageErrors } from "../database.js";
import type { Tables } from "../tables.js";

/** A table and its key: the columns that identify a row and order the rows. */
export interface KeyedTable {
  readonly table: keyof Tables;
  readonly key: readonly string[];
}

/** The keys of all tables that are copied. Days come before their majors, which refer to them. */
const KEYS = {
  observations: ["metric", "source", "observed_at", "value"],
  closed_days: ["day"],
  closed_majors: ["day", "coin"],
  history: ["day"],
  scores: ["hour"],
  links: ["position"],
  statements: ["number"],
  signing_keys: ["number"],
  revisions: ["number"],
  source_states: ["source"],
  reports: ["name"],
  api_keys: ["hash"],
  market: ["part"],
  installation: ["key"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

export type CopiedTable = keyof typeof KEYS;

/** A table in the order of its key. */
export function byKey(table: CopiedTable): KeyedTable {
  return { table, key: KEYS[table] };
}

/** Every table except the records of migrations, and the lease, which belongs to processes. */
export const COPIED_TABLES: readonly KeyedTable[] = (Object.keys(KEYS) as CopiedTable[]).map(byKey);

/** The names of all tables but those of the migrator. */
export const STORED_TABLES: readonly string[] = [...Object.keys(KEYS), "leases"];

/** A row as the database gives it, by its own names: texts, numbers and nulls, the same from every engine. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Rows in a page: with 18 columns they fit one query. */
const PAGE = 1000;

/** Whether a page was the last one. */
export function isLastPage(page: readonly StoredRow[]): boolean {
  return page.length < PAGE;
}

/** All rows after one, up to and including another, in the order of the key. */
export async function rowsBetween(
  queries: Kysely<Tables>,
  part: KeyedTable,
  { after, upTo }: { readonly after?: StoredRow | undefined; readonly upTo?: StoredRow | undefined },
  limit: RawBuilder<unknown> = sql``,
): Promise<readonly StoredRow[]> {
  const key = sql.join(part.key.map((column) => sql.ref(column)));
  const values = (row: StoredRow) => sql.join(part.key.map((column) => row[column]));
  const conditions = [sql`1 = 1`];
  if (after !== undefined) conditions.push(sql`(${key}) > (${values(after)})`);
  if (upTo !== undefined) conditions.push(sql`(${key}) <= (${values(upTo)})`);
  const where = sql.join(conditions, sql` and `);
  const query = sql<StoredRow>`select * from ${sql.table(part.table)} where ${where} order by ${key} ${limit}`;
  return (await query.execute(queries.withoutPlugins())).rows;
}

export async function countRows(queries: Kysely<Tables>, { table }: KeyedTable): Promise<number> {
  const { rows } = await sql<StoredRow>`select count(*) as rows from ${sql.table(table)}`.execute(queries);
  return Number(rows[0]?.["rows"]);
}

/** Whether two rows agree in every column, numbers to the bit. */
export function isSameRow(a: StoredRow, b: StoredRow): boolean {
  const columns = Object.keys(a);
  return columns.length === Object.keys(b).length && columns.every((column) => Object.is(a[column], b[column]));
}

/** A table was not made by this program, or its file is damaged: its key does not name each of its rows once. */
export class RebuiltTableError extends ServiceError {
  readonly code = "strange_table";

  /** @param what is strange about it, after its name */
  constructor({ table }: Pick<KeyedTable, "table">, what: string) {
    super(`${table} holds ${what}: somebody has made the table anew, or the file is damaged`);
  }
}

/** A page of a table, and the row before it. */
export interface TablePage {
  readonly rows: readonly StoredRow[];
  readonly after: StoredRow | undefined;
}

/**
 * Every row of a table in the order of its key, all columns as the database gives them, a page in memory at a time.
 *
 * @throws RebuiltTableError before a page that shows more rows than there are: where the last key of a page is damaged, the
 * next page may be the first one again, for ever; and at the end when there are rows that were not shown
 */
export async function* pagesOf(queries: Kysely<Tables>, part: KeyedTable): AsyncGenerator<TablePage, void> {
  const count = () => withStorageErrors("count its rows", () => countRows(queries, part));
  let [shown, stored] = [0, await count()];
  for (let after: StoredRow | undefined, more = true; more; ) {
    const rows = await withStorageErrors("read rows", () =>
      rowsBetween(queries, part, { after }, sql`limit ${sql.lit(PAGE)}`),
    );
    more = !isLastPage(rows);
    shown += rows.length;
    if (shown > stored || !more) stored = await count(); // somebody may have added some
    if (shown > stored) throw new RebuiltTableError(part, `${stored} rows, and its key names more`);
    yield { rows, after };
    after = rows.at(-1) ?? after;
  }
  if (shown < stored) throw new RebuiltTableError(part, `${stored} rows, of which its key names ${shown}`);
}
