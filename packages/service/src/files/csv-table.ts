/** CSV files of daily figures that people bring: how they are read, and refused as a whole. */

import { readFile } from "node:fs/promises";
import { CsvError, parse } from "csv-parse/sync";
import { parseDay, type UtcDay } from "peak-cycle-model";
import { ServiceError } from "../domain/errors.js";
import { systemReason } from "../platform/new-file.js";

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

/** A file was refused as a whole. One fault a line, each naming the line of the file. */
export class FileError extends ServiceError {
  readonly code = "file";
  constructor(path: string, faults: readonly string[], options?: ErrorOptions) {
    const named = faults.slice(0, MAX_NAMED).map((fault) => `${path} ${fault}`);
    const more = faults.length > MAX_NAMED ? [`${path} and ${faults.length - MAX_NAMED} more`] : [];
    super([...named, ...more].join("\n"), options);
  }
}

/** How many faults of a file are named; after twenty the reader has seen the pattern. */
const MAX_NAMED = 20;

/** @throws FileError unless there are no faults */
export function refuseFaults(path: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new FileError(path, faults);
}

/**
 * Reads a file with a header and a date column (`date` or `time`, YYYY-MM-DD).
 *
 * @throws FileError when the file cannot be read, has no date column, a column twice, or a broken or undated line
 */
export async function readTable(path: string): Promise<CsvTable> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FileError(path, [`cannot be read: ${systemReason(cause)}`], { cause });
  });
  const { columns, parsed } = parseCsv(path, text);
  const dateColumn = dateColumnOf(path, columns);
  const faults: string[] = [];
  const rows = parsed.flatMap(({ record, info }): CsvRow[] => {
    const day = parseDay(record[dateColumn] ?? "");
    if (day === undefined) faults.push(`line ${info.lines}, column ${dateColumn}: is not a date written YYYY-MM-DD`);
    return day === undefined ? [] : [{ line: info.lines, day, text: (column) => record[column] ?? "" }];
  });
  refuseFaults(path, faults);
  return { columns, rows };
}

function dateColumnOf(path: string, columns: readonly string[]): string {
  const found = ["date", "time"].find((name) => columns.includes(name));
  if (found === undefined) throw new FileError(path, ["has no column date or time"]);
  return found;
}

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function parseCsv(path: string, text: string): { columns: readonly string[]; parsed: readonly Parsed[] } {
  let columns: readonly string[] = [];
  try {
    const header = (names: string[]) => {
      columns = names.map((name) => name.trim());
      return [...columns];
    };
    const parsed = parse(text, { columns: header, info: true, bom: true, skip_empty_lines: true });
    const twins = columns.filter((name, index) => name !== "" && columns.indexOf(name) < index);
    refuseFaults(
      path,
      twins.map((name) => `line 1: column ${name} is there twice`), // of two figures, one would silently win
    );
    return { columns, parsed: parsed as unknown as readonly Parsed[] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (columns.length > 0) dateColumnOf(path, columns); // in a file with semicolons the header is wrong, not a line
    const isRagged = error.code.startsWith("CSV_RECORD_INCONSISTENT");
    const reason = isRagged ? "has another number of columns than the header" : "is not readable as CSV";
    throw new FileError(path, [`line ${error["lines"] ?? "?"}: ${reason}`], { cause: error });
  }
}
