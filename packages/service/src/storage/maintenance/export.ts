import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { formatDay, formatInstant, type Instant, MAJORS, type UtcDay } from "peak-cycle-model";
import { StorageError } from "../../domain/errors.js";
import { beginNewFile, makeOneFolder, type NewFile, systemReason } from "../../platform/new-file.js";
import { closeAfter, withStorageErrors } from "../database.js";
import { type DatabaseLocation, openDatabase } from "../open-database.js";
import type { Tables } from "../tables.js";
import { byKey, type CopiedTable, pagesOf, type StoredRow } from "./table-pages.js";

/**
 * Writes closed days, history rows, revisions and hourly scores as they are at one moment, also beside a running
 * service, with a thousand rows in memory at a time. All files get their names at the end.
 *
 * @throws StorageError when there is no database, the folder cannot be used, or one of the files is there already
 * @throws WriteError when the disk refuses
 */
export async function exportDatabase(
  location: DatabaseLocation,
  folder: string,
  signal: AbortSignal,
): Promise<ExportedCounts> {
  return closeAfter(await openDatabase(location, "read"), async (database) => {
    await makeOneFolder(folder).catch((cause: unknown) => {
      throw new StorageError(`cannot write to the folder ${folder}: ${systemReason(cause)}`, { cause });
    });
    return withStorageErrors("be exported", () => database.snapshot((queries) => writeAll(queries, folder, signal)));
  });
}

/** How many rows each pair of files got, by name. */
type ExportedCounts = Readonly<Record<string, number>>;

/** One exported table: a CSV file and one of JSON lines, with the same columns. */
interface Dataset {
  readonly name: string;
  readonly table: CopiedTable;
  /** Columns of the table in the order of the files, where `day` is called `date`. */
  readonly columns: readonly string[];
}

/** `closed-days` has one more column for each coin of the basket, from `closed_majors`. */
const DATASETS: readonly Dataset[] = [
  {
    name: "closed-days",
    table: "closed_days",
    columns: [
      "day",
      ...["closed_at", "btc_close", "mvrv", "fear_greed", "dominance"],
      ...MAJORS.map(closeColumn),
      "sources",
    ],
  },
  {
    name: "history",
    table: "history",
    columns: [
      "day",
      ...["computed_at", "model_version", "raw", "score", "smoothed", "phase"],
      ...["btc_price_usd", "price_source", "origin"],
    ],
  },
  {
    name: "revisions",
    table: "revisions",
    columns: ["number", "day", "revised_at", "reason", "score", "smoothed", "phase", "btc_price_usd"],
  },
  {
    name: "scores",
    table: "scores",
    columns: [
      ...["hour", "computed_at", "model_version", "btc_raw", "btc_score", "btc_phase", "btc_signal"],
      ...["crypto_raw", "crypto_score", "crypto_phase", "descent_guard", "top_risk", "coverage", "btc_price_usd"],
    ],
  },
];

/** Columns that hold a moment, which is written as ISO 8601 in UTC. */
const INSTANTS: ReadonlySet<string> = new Set(["closed_at", "computed_at", "hour", "revised_at"]);

async function writeAll(queries: Kysely<Tables>, folder: string, signal: AbortSignal): Promise<ExportedCounts> {
  const files: NewFile[] = [];
  const begin = async (name: string): Promise<NewFile> => {
    const file = await beginNewFile(join(folder, name), 0o644);
    files.push(file);
    return file;
  };
  try {
    // All are begun before the first row: a file that is there already is known at once.
    const outputs: [Dataset, DatasetFiles][] = [];
    for (const dataset of DATASETS) {
      const { name } = dataset;
      outputs.push([dataset, { csv: await begin(`${name}.csv`), lines: await begin(`${name}.jsonl`) }]);
    }
    const counts: Record<string, number> = {};
    for (const [dataset, output] of outputs) counts[dataset.name] = await writeRows(queries, dataset, output, signal);
    for (const file of files) await file.publish();
    return counts;
  } finally {
    for (const file of files) await file.discard();
  }
}

interface DatasetFiles {
  readonly csv: NewFile;
  readonly lines: NewFile;
}

async function writeRows(
  queries: Kysely<Tables>,
  dataset: Dataset,
  { csv, lines }: DatasetFiles,
  signal: AbortSignal,
): Promise<number> {
  let done = 0;
  await csv.write(`${dataset.columns.map(nameOf).join(",")}\n`);
  for await (const { rows } of pagesOf(queries, byKey(dataset.table))) {
    signal.throwIfAborted();
    const whole = dataset.table === "closed_days" ? await withCloses(queries, rows) : rows;
    const exported = whole.map((row) => exportedRow(dataset, row));
    await csv.write(exported.map((row) => `${Object.values(row).map(csvCell).join(",")}\n`).join(""));
    await lines.write(exported.map((row) => `${JSON.stringify(row)}\n`).join(""));
    done += rows.length;
  }
  return done;
}

/** A page of closed days, each with the prices of its coins beside its own columns. */
async function withCloses(queries: Kysely<Tables>, days: readonly StoredRow[]): Promise<readonly StoredRow[]> {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) return days;
  const query = sql<StoredRow>`select day, coin, close from closed_majors where day between ${first["day"]} and ${last["day"]}`;
  const closes = new Map<unknown, Record<string, unknown>>();
  for (const { day, coin, close } of (await query.execute(queries)).rows) {
    closes.set(day, { ...closes.get(day), [closeColumn(String(coin))]: close });
  }
  return days.map((row) => ({ ...row, ...closes.get(row["day"]) }));
}

function closeColumn(coin: string): string {
  return `${coin}_close`;
}

function nameOf(column: string): string {
  return column === "day" ? "date" : column;
}

function exportedRow({ columns }: Dataset, row: StoredRow): StoredRow {
  return Object.fromEntries(columns.map((column) => [nameOf(column), exportedValue(column, row[column] ?? null)]));
}

function exportedValue(column: string, value: unknown): unknown {
  if (value === null) return null;
  if (column === "day") return formatDay(value as UtcDay);
  if (column === "sources") return JSON.parse(String(value));
  return INSTANTS.has(column) ? formatInstant(value as Instant) : value;
}

/** A CSV cell (RFC 4180): numbers with all their digits, a missing value as an empty cell. */
function csvCell(value: unknown): string {
  if (value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
