/** Everything stored as JSON lines, and back: moves an installation between SQLite and PostgreSQL. */

import { sql, type Transaction } from "kysely";
import { Ledger, LedgerError, type LedgerLine } from "peak-cycle-verify";
import { ImportError, StorageError } from "../domain/errors.js";
import type { Database, OpenDatabase } from "./database.js";
import type { Tables } from "./tables.js";

/** The first line says what follows; another format is refused. */
const FORMAT = "peak-export-1";

/** The columns of each table, in the order in which they are exported; the first ones are its key. */
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

const TABLES = Object.keys(COLUMNS) as readonly DataTable[];

/** Rows in memory at a time. */
const PAGE = 500;

/**
 * Writes the five tables as they are at one moment, also beside a running service.
 *
 * @param write resolves when it takes more
 */
export async function exportTables(
  database: Database,
  write: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (inside) => {
      await write(`${JSON.stringify({ format: FORMAT })}\n`);
      let rows = 0;
      for (const table of TABLES) {
        let page = await readPage(inside, table);
        while (page.length > 0) {
          signal.throwIfAborted();
          await write(page.map((row) => `${JSON.stringify({ [table]: row })}\n`).join(""));
          rows += page.length;
          page = await readPage(inside, table, page.at(-1));
        }
      }
      await write(`${JSON.stringify({ rows })}\n`);
    });
}

async function readPage(inside: Transaction<Tables>, table: DataTable, after?: Row): Promise<readonly Row[]> {
  const key = COLUMNS[table].slice(0, table === "observations" ? 4 : 1);
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const where = after && sql`where (${list(key)}) > (${sql.join(key.map((name) => after[name]))})`;
  const query = sql<Row>`select ${list(COLUMNS[table])} from ${sql.table(table)} ${where ?? sql``}
    order by ${list(key)} limit ${sql.lit(PAGE)}`;
  return (await query.execute(inside)).rows;
}

/**
 * Reads what `exportTables` has written into an empty database, all of it or nothing, and checks the history. No other
 * process may do the jobs there meanwhile.
 *
 * @param lines without their line ends
 * @returns how many rows there are
 * @throws StorageError when the database is not empty, ImportError when the lines are no whole export
 */
export async function importTables(
  database: OpenDatabase,
  lines: AsyncIterator<string>,
  signal: AbortSignal,
): Promise<number> {
  const head = await lines.next(); // what writes it may still be starting, and a transaction does not wait for long
  if (head.done === true || objectIn(head.value)["format"] !== FORMAT) {
    throw new ImportError(`the first line must say ${FORMAT}`);
  }
  const term = await database.beginTerm("import");
  if (term === undefined) throw new StorageError("a service is running on this database: stop it first");
  try {
    return await term.queries.transaction().execute(async (inside) => {
      await refuseRows(inside);
      return insertAll(inside, lines, signal);
    });
  } finally {
    await term.end("the import is over");
  }
}

/** @throws StorageError when anything is stored */
async function refuseRows(inside: Transaction<Tables>): Promise<void> {
  for (const table of TABLES) {
    const found = await inside.selectFrom(table).select(sql<number>`1`.as("one")).limit(1).executeTakeFirst();
    if (found !== undefined) throw new StorageError("the database is not empty: import into a new one");
  }
}

async function insertAll(
  inside: Transaction<Tables>,
  lines: AsyncIterator<string>,
  signal: AbortSignal,
): Promise<number> {
  const ledger = new Ledger();
  let batch: { table: DataTable; rows: Row[] } = { table: "ledger", rows: [] };
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const next = await lines.next();
    if (next.done === true) throw new ImportError("the export is cut off");
    const line = objectIn(next.value);
    if ("rows" in line) {
      if (line["rows"] !== count) throw new ImportError("rows are missing");
      break;
    }
    const { table, row } = rowIn(line, count + 1);
    if (table === "ledger") checked(() => ledger.add(row as unknown as LedgerLine));
    if (table !== batch.table || batch.rows.length >= PAGE) {
      await insert(inside, batch);
      batch = { table, rows: [] };
    }
    batch.rows.push(row);
    count++;
  }
  await insert(inside, batch);
  checked(() => ledger.finish());
  if ((await lines.next()).done !== true) throw new ImportError("something follows the end of the export");
  return count;
}

async function insert(inside: Transaction<Tables>, { table, rows }: { table: DataTable; rows: Row[] }): Promise<void> {
  const values = rows as never;
  if (rows.length > 0) await inside.insertInto(table).values(values).execute();
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line as Readonly<Record<string, unknown>>;
  } catch {
    // told below
  }
  throw new ImportError("a line is no JSON object");
}

/** @param number of the row, for the message */
function rowIn(line: Readonly<Record<string, unknown>>, number: number): { table: DataTable; row: Row } {
  const [[name, row] = ["", undefined]] = Object.entries(line);
  const table = TABLES.find((each) => each === name);
  const isRow = table !== undefined && typeof row === "object" && row !== null;
  const isPlain = (value: unknown) => value === null || typeof value === "string" || Number.isFinite(value);
  if (isRow && Object.keys(row).join() === COLUMNS[table].join() && Object.values(row).every(isPlain)) {
    return { table, row: row as Row };
  }
  throw new ImportError(`row ${number} is of another form`);
}

/** @throws ImportError when the history is not sound */
function checked(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new ImportError(`the history is not sound: ${error.message}`, { cause: error });
  }
}
