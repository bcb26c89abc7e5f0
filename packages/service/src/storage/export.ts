/** Exports all tables as JSON lines and imports them: moves an installation between SQLite and PostgreSQL. */

import { type Kysely, sql } from "kysely";
import { Ledger, LedgerError } from "peak-cycle-verify";
import { errorCode, ImportError, StorageError } from "../domain/errors.js";
import { type Db, faultOf, type OpenDatabase } from "./database.js";
import { readLines } from "./ledger.js";
import { KEYS, type Tables } from "./tables.js";

/** The format, stated in the first line; other formats are rejected. */
const FORMAT = "peak-export-1";

type DataTable = keyof typeof KEYS;

const TABLES = Object.keys(KEYS) as readonly DataTable[];

/** The columns are read from the database: a list in the code could be out of date, and lose one. */
type Row = Readonly<Record<string, string | number | null>>;

/** Rows held in memory at a time. */
const PAGE = 500;

/**
 * Writes a consistent snapshot of the five tables, even while a service is running.
 *
 * @param write resolves when it can accept more
 */
export async function exportTables(db: Db, write: (text: string) => Promise<void>, signal: AbortSignal): Promise<void> {
  const transaction = db.transaction().setIsolationLevel("repeatable read");
  await transaction.execute(async (inside) => {
    await write(lineOf({ format: FORMAT }));
    let rows = 0;
    for (const table of TABLES) {
      let page = await readPage(inside, table);
      while (page.length > 0) {
        signal.throwIfAborted();
        await write(page.map((row) => lineOf({ [table]: row })).join(""));
        rows += page.length;
        page = await readPage(inside, table, page.at(-1));
      }
    }
    await write(lineOf({ rows }));
  });
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** The columns of the key come first in each row. */
async function readPage(inside: Kysely<Tables>, table: DataTable, after?: Row): Promise<readonly Row[]> {
  const names = KEYS[table];
  const key = sql.join(names.map((name) => sql.ref(name)));
  const where = after && sql`where (${key}) > (${sql.join(names.map((name) => after[name]))})`;
  const query = sql<Row>`select ${key}, * from ${sql.table(table)} ${where ?? sql``}
    order by ${key} limit ${sql.lit(PAGE)}`;
  return (await query.execute(inside)).rows;
}

/**
 * Imports what `exportTables` wrote into an empty database, all or nothing, and checks the history. No service may lead
 * on that database during the import.
 *
 * @param lines without line feeds
 * @param checkOwn called with the imported history, which has been verified
 * @returns the number of rows
 * @throws StorageError if the database is not empty, ImportError if the lines are not a complete export
 */
export async function importTables(
  database: OpenDatabase,
  lines: AsyncGenerator<string>,
  checkOwn: (ledger: Ledger) => void,
  signal: AbortSignal,
): Promise<number> {
  const head = await lines.next(); // the writing process may still be starting, and a transaction must not wait long
  if (head.done === true || entryIn(head.value).join(" ") !== `format ${FORMAT}`) {
    throw new ImportError(`the first line must say ${FORMAT}`);
  }
  const term = await database.beginTerm("import");
  if (term === undefined) throw new StorageError("a service is running on this database: stop it first");
  try {
    return await term.db.transaction().execute(async (inside) => {
      await refuseRows(inside);
      const count = await insertAll(inside, lines, signal);
      await checkHistory(inside, checkOwn);
      return count;
    });
  } finally {
    await term.end("the import is over");
  }
}

async function refuseRows(inside: Kysely<Tables>): Promise<void> {
  for (const table of TABLES) {
    const page = await readPage(inside, table);
    if (page.length > 0) throw new StorageError("the database is not empty: import into a new one");
  }
}

/** @returns the number of rows */
async function insertAll(inside: Kysely<Tables>, lines: AsyncGenerator<string>, signal: AbortSignal): Promise<number> {
  const columns = await columnsOf(inside);
  let count = 0;
  let total: unknown; // as stated in the last line
  let table: DataTable = "ledger";
  let batch: Row[] = [];
  for await (const text of lines) {
    signal.throwIfAborted();
    if (total !== undefined) throw new ImportError("there are lines after the end of the export");
    const [name, value] = entryIn(text);
    if (name === "rows") {
      total = value;
      continue;
    }
    count++;
    const tableOfLine = TABLES.find((each) => each === name);
    const names = Object.keys(value ?? {})
      .sort()
      .join();
    if (tableOfLine === undefined || names !== columns.get(tableOfLine) || !isFlat(value))
      throw new ImportError(`row ${count} has an unexpected form`);
    if (tableOfLine !== table || batch.length === PAGE) {
      await insert(inside, table, batch);
      table = tableOfLine;
      batch = [];
    }
    batch.push(value as Row);
  }
  if (total === undefined) throw new ImportError("the export is cut off");
  if (total !== count) throw new ImportError("rows are missing");
  await insert(inside, table, batch);
  return count;
}

/** The names of each table's columns, sorted. Without a check, a missing nullable one would be read as null. */
async function columnsOf(inside: Kysely<Tables>): Promise<ReadonlyMap<string, string>> {
  const tables = await inside.introspection.getTables();
  const camelCased = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      columns
        .map((each) => camelCased(each.name))
        .sort()
        .join(),
    ]),
  );
}

/** Removes all tables, so that the next restore finds an empty database. */
export async function removeTables(db: Db): Promise<void> {
  await db.transaction().execute(async (inside) => {
    for (const table of [...TABLES, "kysely_migration", "kysely_migration_lock"]) {
      await inside.schema.dropTable(table).ifExists().execute();
    }
  });
}

/** Whether each column is a text, a number or null: drivers would store anything else in their own ways. */
function isFlat(row: unknown): row is Row {
  return Object.values(row ?? {}).every((value) => value === null || ["string", "number"].includes(typeof value));
}

/** @throws ImportError for a value that the table rejects */
async function insert(inside: Kysely<Tables>, table: DataTable, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const tables = inside as unknown as Kysely<Record<DataTable, Row>>;
  try {
    await tables.insertInto(table).values(rows).execute();
  } catch (error) {
    if (!(error instanceof StorageError) || !REFUSED_VALUE.test(errorCode(error.cause))) throw error;
    throw new ImportError(`the table ${table} rejects its rows: ${faultOf(error.cause)}`, {
      cause: error,
    });
  }
}

/** Error codes of SQLite, and PostgreSQL's classes for data and constraints. */
const REFUSED_VALUE = /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG|RANGE)|^2[23]\w{3}$/;

async function checkHistory(inside: Kysely<Tables>, checkOwn: (ledger: Ledger) => void): Promise<void> {
  const ledger = new Ledger();
  try {
    await readLines(inside, (lines) => {
      for (const line of lines) ledger.add(line);
    });
    ledger.checkEnd();
    checkOwn(ledger);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new ImportError(`the history is not sound: ${error.message}`, { cause: error });
  }
}

/** The name and the value of a line. Each line is a JSON object with one member. */
function entryIn(text: string): readonly [name: string, value: unknown] {
  try {
    const [entry, other] = Object.entries<unknown>(JSON.parse(text));
    if (entry !== undefined && other === undefined) return entry;
  } catch {
    // reported below
  }
  throw new ImportError("a line is not a JSON object with one member");
}
