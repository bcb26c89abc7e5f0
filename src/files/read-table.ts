import { readFile, stat } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { parseDay, type UtcDay } from "../domain/instant.js";
import { FileError } from "./local-file.js";

/** One line of a file, by column name. */
export interface TableRow {
  /** Line in the file, the header being line 1. */
  readonly line: number;
  readonly day: UtcDay;
  /** The text of a column, trimmed; empty when blank. */
  readonly text: (column: string) => string;
}

/** Sixteen years of every table there is come to 3 MB; a hundred times that is somebody's mistake. */
const MAX_BYTES = 300 * 1024 * 1024;

/** The date column goes by either name. */
const DATE_COLUMNS = ["date", "time"] as const;

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/** A file with its columns told apart. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * Reads a CSV file with a header and a date column (`date` or `time`, YYYY-MM-DD).
 *
 * A header without rows is a file of nothing known.
 *
 * @throws FileError when the file cannot be read, has no date column, or has a broken or undated line
 */
export async function readTable(path: string): Promise<Table> {
  const { columns, parsed } = parseCsv(path, await readText(path));
  const dateColumn = dateColumnOf(path, columns);
  const faults: string[] = [];
  const rows = parsed.flatMap(({ record, info }): TableRow[] => {
    const day = parseDay(record[dateColumn] ?? "");
    if (day === undefined) faults.push(`line ${info.lines}: ${dateColumn} is not a date written YYYY-MM-DD`);
    return day === undefined ? [] : [{ line: info.lines, day, text: (column) => record[column] ?? "" }];
  });
  if (faults.length > 0) throw new FileError(path, faults);
  return { columns, rows };
}

function dateColumnOf(path: string, columns: readonly string[]): string {
  const found = DATE_COLUMNS.find((name) => columns.includes(name));
  if (found === undefined) throw new FileError(path, ["has no column date or time"]);
  return found;
}

/** @throws FileError naming the columns that are not there */
export function requireColumns(path: string, table: Table, columns: readonly string[]): void {
  const missing = columns.filter((name) => !table.columns.includes(name));
  if (missing.length > 0) throw new FileError(path, [`has no column ${missing.join(", ")}`]);
}

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new FileError(path, ["is larger than 300 MB"]);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(path, [`cannot be read${hintAt(error)}`], { cause: error });
  }
}

const HINTS: ReadonlyMap<unknown, string> = new Map([
  ["ENOENT", ": there is no such file"],
  ["EISDIR", ": it is a folder"],
  ["EACCES", ": this user may not"],
]);

function hintAt(error: unknown): string {
  return HINTS.get(error instanceof Error && "code" in error ? error.code : "") ?? "";
}

function parseCsv(path: string, text: string): { columns: readonly string[]; parsed: readonly Parsed[] } {
  let columns: readonly string[] = [];
  try {
    const parsed = parse(text, {
      columns: (header: string[]) => {
        columns = header;
        return header;
      },
      info: true,
      bom: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Parsed[];
    return { columns, parsed };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (columns.length > 0) dateColumnOf(path, columns); // with semicolons, what is wrong is the header and not a line
    throw new FileError(path, [`line ${error["lines"] ?? "?"}: ${plainReason(error.code)}`], { cause: error });
  }
}

function plainReason(code: string): string {
  return code.startsWith("CSV_RECORD_INCONSISTENT")
    ? "has another number of columns than the header"
    : "is not readable as CSV";
}
