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
 * @param required further columns that it must have
 * @throws FileError when the file cannot be read, lacks a column, has one twice, or a broken or undated line
 */
export async function readTable(path: string, ...required: readonly string[]): Promise<CsvTable> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FileError(path, [`cannot be read: ${systemReason(cause)}`], { cause });
  });
  let columns: readonly string[] = [];
  const parsed = parseLines(path, text, (names) => {
    columns = names;
    checkHeader(path, columns, required);
  });
  checkHeader(path, columns, required); // an empty file has no header
  const dateColumn = columns.includes("date") ? "date" : "time";
  const faults: string[] = [];
  const rows = parsed.flatMap(({ record, info }): CsvRow[] => {
    const day = parseDay(record[dateColumn] ?? "");
    if (day === undefined) faults.push(`line ${info.lines}, column ${dateColumn}: is not a date written YYYY-MM-DD`);
    return day === undefined ? [] : [{ line: info.lines, day, text: (column) => record[column] ?? "" }];
  });
  refuseFaults(path, faults);
  return { columns, rows };
}

/** Is called before any line is read: in a file with semicolons the header is wrong, not a line. */
function checkHeader(path: string, columns: readonly string[], required: readonly string[]): void {
  const twin = columns.find((name, index) => name !== "" && columns.indexOf(name) < index);
  // Of two figures, one would silently win.
  if (twin !== undefined) throw new FileError(path, [`line 1: column ${twin} is there twice`]);
  if (!columns.includes("date") && !columns.includes("time")) throw new FileError(path, ["has no column date or time"]);
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new FileError(path, [`has no column ${missing.join(", ")}`]);
}

interface Parsed {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function parseLines(path: string, text: string, onHeader: (names: readonly string[]) => void): readonly Parsed[] {
  const columns = (names: string[]) => {
    const trimmed = names.map((name) => name.trim());
    onHeader(trimmed);
    return trimmed;
  };
  try {
    const parsed = parse(text, { columns, info: true, bom: true, skip_empty_lines: true });
    return parsed as unknown as readonly Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isRagged = error.code.startsWith("CSV_RECORD_INCONSISTENT");
    const reason = isRagged ? "has another number of columns than the header" : "is not readable as CSV";
    throw new FileError(path, [`line ${error["lines"] ?? "?"}: ${reason}`], { cause: error });
  }
}
