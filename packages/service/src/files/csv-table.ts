import { readFile, stat } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { parseDay, type UtcDay } from "peak-cycle-model";
import { systemReason } from "../platform/new-file.js";
import { FileError, refuseFaults } from "./local-file.js";

/**
 * Reads a CSV file of daily figures, with a header and a date column (`date` or `time`, YYYY-MM-DD).
 *
 * @param needsRows whether a header without rows is a fault, and not a file of nothing known
 * @throws FileError when the file cannot be read, has no date column, a column twice, or a broken or undated line, and
 * when it needs rows and has none
 */
export async function readTable(path: string, needsRows: boolean): Promise<CsvTable> {
  const { columns, parsed } = parseCsv(path, await readText(path));
  const dateColumn = dateColumnOf(path, columns);
  const faults: string[] = [];
  const rows = parsed.flatMap(({ record, info }): CsvRow[] => {
    const day = parseDay(record[dateColumn] ?? "");
    if (day === undefined) faults.push(`line ${info.lines}, column ${dateColumn}: is not a date written YYYY-MM-DD`);
    return day === undefined ? [] : [{ line: info.lines, day, text: (column) => record[column] ?? "" }];
  });
  refuseFaults(path, faults);
  if (rows.length === 0 && needsRows) throw new FileError(path, ["has a header and no row"]);
  return { columns, rows };
}

/** A CSV file with one row a day, or one a day and coin. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** One line of a file, by column name. */
export interface CsvRow {
  /** Line in the file, the header being line 1. */
  readonly line: number;
  readonly day: UtcDay;
  /** The text of a column as it stands there; empty when missing. */
  readonly text: (column: string) => string;
}

/** The date column goes by either name. */
const DATE_COLUMNS = ["date", "time"] as const;

function dateColumnOf(path: string, columns: readonly string[]): string {
  const found = DATE_COLUMNS.find((name) => columns.includes(name));
  if (found === undefined) throw new FileError(path, ["has no column date or time"]);
  return found;
}

/** Sixteen years of all tables together take 3 MB; a file a hundred times as large is a mistake. */
const MAX_BYTES = 300 * 1024 * 1024;

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new FileError(path, ["is larger than 300 MB"]);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof FileError) throw error;
    throw new FileError(path, [`cannot be read: ${systemReason(error)}`], { cause: error });
  }
}

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function parseCsv(path: string, text: string): { columns: readonly string[]; parsed: readonly Parsed[] } {
  let columns: readonly string[] = [];
  try {
    const parsed = parse(text, {
      columns: (header: string[]) => {
        columns = header.map((name) => name.trim());
        return [...columns];
      },
      info: true,
      bom: true,
      skip_empty_lines: true,
    }) as unknown as Parsed[];
    refuseTwins(path, columns);
    return { columns, parsed };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // in a file with semicolons the header is wrong, and not a line
    if (columns.length > 0) dateColumnOf(path, columns);
    throw new FileError(path, [`line ${error["lines"] ?? "?"}: ${plainReason(error.code)}`], { cause: error });
  }
}

/** @throws FileError naming the columns that are there twice: of two figures, one would silently win */
function refuseTwins(path: string, columns: readonly string[]): void {
  const twins = columns.filter((name, index) => name !== "" && columns.indexOf(name) < index);
  refuseFaults(
    path,
    [...new Set(twins)].map((name) => `line 1: column ${name} is there twice`),
  );
}

function plainReason(code: string): string {
  return code.startsWith("CSV_RECORD_INCONSISTENT")
    ? "has another number of columns than the header"
    : "is not readable as CSV";
}
