/** Exports all tables as JSON lines and imports them: moves an installation between SQLite and PostgreSQL. */

import { sql } from "kysely";
import { Ledger, LedgerError, type LedgerLine } from "peak-cycle-verify";
import { ImportError, StorageError } from "../domain/errors.js";
import type { Database, OpenDatabase } from "./database.js";
import type { Tables } from "./tables.js";

/** Stated in the first line; other formats are rejected. */
const FORMAT = "peak-export-1";

/** The columns of each table in export order; the primary key comes first. */
const COLUMNS = {
  ledger: ["position", "kind", "day", "body", "hash"],
  observations: ["metric", "source", "observedAt", "value", "fetchedAt"],
  scores: [
    ...["hour", "computedAt", "modelVersion", "btcRaw", "btcScore", "btcPhase", "btcSignal", "cryptoRaw"],
    ...["cryptoScore", "cryptoPhase", "descentGuard", "topRisk", "coverage", "btcPriceUsd"],
  ],
  state: ["name", "version", "body"],
  api_keys: ["hash", "prefix", "name", "perMinute", "madeAt", "lastUsedDay", "until", "revokedAt"],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

type DataTable = keyof typeof COLUMNS;
type Row = Readonly<Record<string, string | number | null>>;

interface TableRow {
  readonly table: DataTable;
  readonly row: Row;
}

const TABLES = Object.keys(COLUMNS) as readonly DataTable[];

/** Rows held in memory at a time. */
const PAGE = 500;

/**
 * Writes a consistent snapshot of the five tables, even while a service is running.
 *
 * @param write resolves when it can take more
 */
export async function exportTables(
  database: Database,
  write: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const transaction = database.transaction().setIsolationLevel("repeatable read");
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

async function readPage(inside: Database, table: DataTable, after?: Row): Promise<readonly Row[]> {
  const key = COLUMNS[table].slice(0, table === "observations" ? 4 : 1);
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const where = after && sql`where (${list(key)}) > (${sql.join(key.map((name) => after[name]))})`;
  const query = sql<Row>`select ${list(COLUMNS[table])} from ${sql.table(table)} ${where ?? sql``}
    order by ${list(key)} limit ${sql.lit(PAGE)}`;
  return (await query.execute(inside)).rows;
}

/**
 * Imports what `exportTables` wrote into an empty database, all or nothing, and checks the history. No service may lead
 * on that database meanwhile.
 *
 * @param lines without line feeds
 * @returns the number of rows
 * @throws StorageError if the database is not empty, ImportError if the lines are not a complete export
 */
export async function importTables(
  database: OpenDatabase,
  lines: AsyncGenerator<string>,
  signal: AbortSignal,
): Promise<number> {
  const head = await lines.next(); // the writing process may still be starting, and a transaction must not wait long
  if (head.done === true || objectIn(head.value)["format"] !== FORMAT) {
    throw new ImportError(`the first line must say ${FORMAT}`);
  }
  const term = await database.beginTerm("import");
  if (term === undefined) throw new StorageError("a service is running on this database: stop it first");
  try {
    return await term.queries.transaction().execute(async (inside) => {
      await refuseRows(inside);
      const count = await insertAll(inside, lines, signal);
      if ((await lines.next()).done !== true) throw new ImportError("there are lines after the end of the export");
      return count;
    });
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new ImportError(`the history is not sound: ${error.message}`, { cause: error });
  } finally {
    await term.end("the import is over");
  }
}

async function refuseRows(inside: Database): Promise<void> {
  for (const table of TABLES) {
    const found = await inside.selectFrom(table).select(sql`1`.as("one")).limit(1).executeTakeFirst();
    if (found !== undefined) throw new StorageError("the database is not empty: import into a new one");
  }
}

async function insertAll(inside: Database, lines: AsyncGenerator<string>, signal: AbortSignal): Promise<number> {
  const ledger = new Ledger();
  let batch: TableRow[] = [];
  for (let count = 0; ; count++) {
    signal.throwIfAborted();
    const next = await lines.next();
    if (next.done === true) throw new ImportError("the export is cut off");
    const line = objectIn(next.value);
    if ("rows" in line) {
      if (line["rows"] !== count) throw new ImportError("rows are missing");
      await insert(inside, batch);
      ledger.checkEnd();
      return count;
    }
    const each = rowIn(line, count + 1);
    if (each.table === "ledger") ledger.add(each.row as unknown as LedgerLine);
    if (each.table !== batch[0]?.table || batch.length >= PAGE) {
      await insert(inside, batch);
      batch = [];
    }
    batch.push(each);
  }
}

/** @param batch rows of one table */
async function insert(inside: Database, batch: readonly TableRow[]): Promise<void> {
  const [first] = batch;
  const rows = batch.map(({ row }) => row) as never;
  if (first !== undefined) await inside.insertInto(first.table).values(rows).execute();
}

/** @param number row number, for the message */
function rowIn(line: Readonly<Record<string, unknown>>, number: number): TableRow {
  const table = TABLES.find((each) => each in line);
  const row = table && (line[table] as Row);
  if (table !== undefined && Object.keys(row ?? {}).join() === COLUMNS[table].join()) return { table, row: row as Row };
  throw new ImportError(`row ${number} is of another form`);
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line as Readonly<Record<string, unknown>>;
  } catch {
    // reported below
  }
  throw new ImportError("a line is not a JSON object");
}
