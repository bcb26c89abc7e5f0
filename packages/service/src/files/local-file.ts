/** How files that people bring are refused, and how files for them are written. */

import { ServiceError } from "../domain/errors.js";
import { writeWholeFile } from "../platform/new-file.js";

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
 * Writes a file as a whole or not at all.
 *
 * @throws FileError when it cannot be written; an older one is as before then
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  try {
    await writeWholeFile(path, text, { mode: 0o666, mayReplace: "replace" });
  } catch (error) {
    throw new FileError(path, ["cannot be written"], { cause: error });
  }
}
