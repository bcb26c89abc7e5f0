import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CopyPart } from "./copy-order.js";
import type { Tables } from "./tables.js";
import { COPY_MARK } from "./unfinished-copy.js";

/** A row as the database gives it: texts, numbers and nulls, the same from every engine. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows in a piece: 14 columns of it fit one statement, and a piece with embed scripts in it stays under 100 MB. */
const PAGE = 1000;

/** A run of rows by key: all after the first, up to and including the last. */
interface Stretch {
  readonly after?: Row | undefined;
  readonly upTo?: Row | undefined;
}

/** The next rows after one, in the order of the key; fewer than a page at the end. */
export function nextPage(queries: Kysely<Tables>, part: CopyPart, after: Row | undefined): Promise<readonly Row[]> {
  return rowsWithin(queries, part, { after }, sql`limit ${sql.lit(PAGE)}`);
}

/** Whether a page was the last one. */
export function isLast(page: readonly Row[]): boolean {
  return page.length < PAGE;
}

/** All rows of a stretch, in the order of the key. */
export async function rowsWithin(
  queries: Kysely<Tables>,
  part: CopyPart,
  { after, upTo }: Stretch,
  limit: RawBuilder<unknown> = sql``,
): Promise<readonly Row[]> {
  const key = sql.join(part.key.map((column) => sql.ref(column)));
  const values = (row: Row) => sql.join(part.key.map((column) => row[column]));
  const conditions = [notTheMark(part)];
  if (after !== undefined) conditions.push(sql`(${key}) > (${values(after)})`);
  if (upTo !== undefined) conditions.push(sql`(${key}) <= (${values(upTo)})`);
  const where = sql.join(conditions, sql` and `);
  const query = sql<Row>`select * from ${sql.table(part.table)} where ${where} order by ${key} ${limit}`;
  return (await query.execute(queries)).rows;
}

export async function countRows(queries: Kysely<Tables>, part: CopyPart): Promise<number> {
  const query = sql<Row>`select count(*) as rows from ${sql.table(part.table)} where ${notTheMark(part)}`;
  return Number((await query.execute(queries)).rows[0]?.["rows"]);
}

/** The mark of an unfinished copy is no row of anybody's. */
function notTheMark({ table }: CopyPart): RawBuilder<unknown> {
  return table === "installation" ? sql`key <> ${COPY_MARK}` : sql`1 = 1`;
}

/** The same text for the same key, and no other: numbers are written with all their digits. */
export function keyOf({ key }: CopyPart, row: Row): string {
  return JSON.stringify(key.map((column) => row[column]));
}

/** Whether two rows agree in every column, numbers to the bit. */
export function isSameRow(a: Row, b: Row): boolean {
  const columns = Object.keys(a);
  return columns.length === Object.keys(b).length && columns.every((column) => Object.is(a[column], b[column]));
}
