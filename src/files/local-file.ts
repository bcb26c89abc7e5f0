import { rename, rm, writeFile } from "node:fs/promises";
import { ServiceError } from "../domain/errors.js";

/** How many faults of a file are named; after twenty the reader has seen the pattern. */
const MAX_NAMED = 20;

/** A file was refused as a whole. One fault a line, each naming the line of the file. */
export class FileError extends ServiceError {
  readonly code = "file";
  constructor(path: string, faults: readonly string[], options?: ErrorOptions) {
    const named = faults.slice(0, MAX_NAMED).map((fault) => `${path} ${fault}`);
    const more = faults.length > MAX_NAMED ? [`${path} and ${faults.length - MAX_NAMED} more`] : [];
    super([...named, ...more].join("\n"), options);
  }
}

/** @throws FileError unless there are no faults */
export function refuseFaults(path: string, faults: readonly string[]): void {
  if (faults.length > 0) throw new FileError(path, faults);
}

/** Writes a file as a whole or not at all. @throws FileError when it cannot be written; an older one is as before then */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  try {
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new FileError(path, ["cannot be written"], { cause: error });
  }
}
