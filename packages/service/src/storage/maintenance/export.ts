/** Everything stored as JSON lines, and back: moves an installation between SQLite and PostgreSQL. */

import { type Kysely, sql, type Transaction } from "kysely";
import { Ledger, LedgerError, type LedgerLine } from "peak-cycle-verify";
import { ImportError, StorageError } from "../../domain/errors.js";
import { inTransaction, withStorageErrors } from "../database.js";
import { DATA_TABLES, type Tables } from "../tables.js";
import type { OpenDatabase } from "../term.js";

type DataTable = (typeof DATA_TABLES)[number];
type Row = Readonly<Record<string, string | number | null>>;

/** The first line says what follows; another format is refused. */
const FORMAT = "peak-export-1";

/** The columns of each table, its key first. */
const COLUMNS = {
  ledger: ["position", "kind", "day", "body", "hash"],
  observations: ["metric", "source", "observedAt", "value", "fetchedAt"],
  scores: [
    ...["hour", "computedAt", "modelVersion", "btcRaw", "btcScore", "btcPhase", "btcSignal", "cryptoRaw"],
    ...["cryptoScore", "cryptoPhase", "descentGuard", "topRisk", "coverage", "btcPriceUsd"],
  ],
  state: ["name", "version", "body"],
  api_keys: ["hash", "prefix", "name", "perMinute", "madeAt", "lastUsedDay", "until", "revokedAt"],
} satisfies { readonly [Name in DataTable]: readonly string[] };

/** How many columns the key of a table has. */
const KEY_LENGTH: Readonly<Record<DataTable, number>> = {
  ledger: 1,
  observations: 4,
  scores: 1,
  state: 1,
  api_keys: 1,
};

/** Rows in memory at a time. */
const PAGE = 500;

/**
 * Writes the five tables as they are at one moment, also beside a running service.
 *
 * @param write resolves when it takes more
 * @returns how many rows there are
 */
export function exportTables(
  { snapshot }: OpenDatabase,
  write: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<number> {
  return withStorageErrors("be exported", () =>
    snapshot(async (inside) => {
      await write(`${JSON.stringify({ format: FORMAT })}\n`);
      let rows = 0;
      for (const table of DATA_TABLES) {
        for (let last: Row | undefined, page = await readPage(inside, table); page.length > 0; ) {
          signal.throwIfAborted();
          await write(page.map((row) => `${JSON.stringify({ [table]: row })}\n`).join(""));
          rows += page.length;
          last = page.at(-1);
          page = await readPage(inside, table, last);
        }
      }
      await write(`${JSON.stringify({ rows })}\n`);
      return rows;
    }),
  );
}

async function readPage(inside: Transaction<Tables>, table: DataTable, after?: Row): Promise<readonly Row[]> {
  const columns = COLUMNS[table];
  const key = columns.slice(0, KEY_LENGTH[table]);
  const list = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));
  const values = sql.join(key.map((name) => sql.val(after?.[name] ?? null)));
  const where = after === undefined ? sql`` : sql`where (${list(key)}) > (${values})`;
  const query = sql<Row>`select ${list(columns)} from ${sql.table(table)} ${where} order by ${list(key)} limit ${sql.lit(PAGE)}`;
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
  lines: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const rest = lines[Symbol.asyncIterator]();
  const head = await rest.next(); // what writes it may still be starting, and a transaction does not wait for long
  const term = await database.beginTerm("import");
  if (term === undefined) throw new StorageError("a service is running on this database: stop it first");
  try {
    return await withStorageErrors("take the import", () =>
      inTransaction(term.connection.queries, async (inside) => {
        await refuseRows(inside);
        const importing = new Importing(inside);
        if (head.done !== true) await importing.take(lineIn(head.value));
        for await (const line of { [Symbol.asyncIterator]: () => rest }) {
          signal.throwIfAborted();
          await importing.take(lineIn(line));
        }
        return importing.end();
      }),
    );
  } finally {
    await term.end("the import is over");
  }
}

/** An import under way. */
class Importing {
  readonly #inside: Kysely<Tables>;
  readonly #ledger = new Ledger();
  #batch: { table: DataTable; rows: Row[] } = { table: "ledger", rows: [] };
  #rows = 0;
  #part: "head" | "rows" | "whole" = "head";

  constructor(inside: Kysely<Tables>) {
    this.#inside = inside;
  }

  async take(line: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.#part === "whole") throw new ImportError("something follows the end of the export");
    if (this.#part === "head") {
      if (line["format"] !== FORMAT) throw new ImportError(`the first line must say ${FORMAT}`);
      this.#part = "rows";
    } else if ("rows" in line) {
      if (line["rows"] !== this.#rows) throw new ImportError("rows are missing");
      this.#part = "whole";
    } else await this.#takeRow(rowIn(line, this.#rows));
  }

  async #takeRow({ table, row }: { readonly table: DataTable; readonly row: Row }): Promise<void> {
    if (table === "ledger") checkLine(this.#ledger, row);
    if (table !== this.#batch.table || this.#batch.rows.length >= PAGE) {
      await insert(this.#inside, this.#batch);
      this.#batch = { table, rows: [] };
    }
    this.#batch.rows.push(row);
    this.#rows += 1;
  }

  /** @returns how many rows there were */
  async end(): Promise<number> {
    if (this.#part !== "whole") throw new ImportError("the export is cut off");
    await insert(this.#inside, this.#batch);
    checkLine(this.#ledger);
    return this.#rows;
  }
}

async function refuseRows(inside: Kysely<Tables>): Promise<void> {
  for (const table of DATA_TABLES) {
    const found = await inside.selectFrom(table).select(sql<number>`1`.as("one")).limit(1).executeTakeFirst();
    if (found !== undefined) throw new StorageError("the database is not empty: import into a new one");
  }
}

function lineIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === "object" && line !== null) return line as Readonly<Record<string, unknown>>;
  } catch {
    // told below
  }
  throw new ImportError("a line is no JSON object");
}

function rowIn(line: Readonly<Record<string, unknown>>, before: number): { table: DataTable; row: Row } {
  const wrong = new ImportError(`row ${before + 1} is of another form`);
  const [[name, row] = ["", undefined]] = Object.entries(line);
  const table = DATA_TABLES.find((each) => each === name);
  if (table === undefined || typeof row !== "object" || row === null) throw wrong;
  const names = Object.keys(row);
  const columns: readonly string[] = COLUMNS[table];
  if (names.length !== columns.length || columns.some((column, i) => column !== names[i])) throw wrong;
  const isPlain = (value: unknown) => value === null || typeof value === "string" || Number.isFinite(value);
  if (!Object.values(row).every(isPlain)) throw wrong;
  return { table, row: row as Row };
}

/** @param row of the ledger; without one, the ledger is at its end */
function checkLine(ledger: Ledger, row?: Row): void {
  try {
    if (row === undefined) ledger.finish();
    else ledger.add(row as unknown as LedgerLine);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    throw new ImportError(`the history is not sound: ${error.message}`, { cause: error });
  }
}

async function insert(inside: Kysely<Tables>, { table, rows }: { table: DataTable; rows: Row[] }): Promise<void> {
  if (rows.length === 0) return;
  await inside
    .insertInto(table)
    .values(rows as never)
    .execute();
}
