/** Reads users' CSV files of daily figures, and rejects invalid ones as a whole. */

import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { parseDay, type UtcDay } from "peak-cycle-model";
import { ConfigError, ServiceError } from "../domain/errors.js";
import { systemReason } from "../platform/file-system.js";

/** A CSV file with one row per day, or per day and coin. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** A line of a file. */
export interface CsvRow {
  /** Line number; the header is line 1. */
  readonly line: number;
  readonly day: UtcDay;
  /** The text of each column. */
  readonly cells: Readonly<Record<string, string>>;
}

/** A file was rejected as a whole. One fault per line, each naming the file's line. */
export class FileError extends ServiceError {
  constructor(path: string, faults: readonly string[], options?: ErrorOptions) {
    const lines = faults.slice(0, MAX_NAMED).map((fault) => `${path} ${fault}`);
    const more = faults.length > MAX_NAMED ? [`${path} and ${faults.length - MAX_NAMED} more`] : [];
    super([...lines, ...more].join("\n"), options);
  }
}

/** Maximum number of reported faults; after twenty the pattern is clear. */
const MAX_NAMED = 20;

/** @throws FileError unless there are no faults */
export function refuseFaults(path: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new FileError(path, faults);
}

/**
 * Reads a file with a header and a date column (`date` or `time`, YYYY-MM-DD).
 *
 * @param requiredColumns further required columns
 * @throws ConfigError if the file cannot be read
 * @throws FileError if it lacks a column, has one twice, or has a broken or undated line
 */
export async function readTable(path: string, ...requiredColumns: readonly string[]): Promise<CsvTable> {
  const [header, ...records] = await parseFile(path);
  const columns = (header?.record ?? []).map((name) => name.trim());
  const twin = columns.find((name, index) => name !== "" && columns.indexOf(name) < index);
  if (twin !== undefined) throw new FileError(path, [`line 1: duplicate column ${twin}`]); // or one would silently win
  const dateColumn = ["date", "time"].find((name) => columns.includes(name));
  if (dateColumn === undefined) throw new FileError(path, ["has no column date or time"]);
  const missingColumns = requiredColumns.filter((name) => !columns.includes(name));
  if (missingColumns.length > 0) throw new FileError(path, [`has no column ${missingColumns.join(", ")}`]);
  const faults: string[] = [];
  const rows = records.flatMap(({ record, info: { lines: line } }): CsvRow[] => {
    const cells = Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ""]));
    const day = parseDay(cells[dateColumn] ?? "");
    if (record.length !== columns.length) {
      faults.push(`line ${line}: has a different number of columns than the header`);
    } else if (day === undefined) {
      faults.push(`line ${line}, column ${dateColumn}: is not a date written YYYY-MM-DD`);
    }
    return day === undefined ? [] : [{ line, day, cells }];
  });
  refuseFaults(path, faults);
  return { columns, rows };
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

async function parseFile(path: string): Promise<readonly Parsed[]> {
  try {
    const options = { info: true, bom: true, skip_empty_lines: true, relax_column_count: true } as const;
    return parse(await readFile(path, "utf8"), options) as unknown as readonly Parsed[];
  } catch (cause) {
    if (!(cause instanceof CsvError)) {
      throw new ConfigError([`${path} cannot be read: ${systemReason(cause)}`], { cause });
    }
    throw new FileError(path, [`line ${cause["lines"]}: is not readable as CSV`], { cause });
  }
}
