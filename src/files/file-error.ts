import { ServiceError } from "../domain/errors.js";

/** How many faults of a file are named; after twenty the reader has seen the pattern. */
const MOST_NAMED = 20;

/** A file was refused as a whole. One fault a line, each naming the line of the file. */
export class FileError extends ServiceError {
  readonly code = "file";
  readonly faults: readonly string[];
  constructor(path: string, faults: readonly string[], options?: ErrorOptions) {
    const named = faults.slice(0, MOST_NAMED).map((fault) => `${path} ${fault}`);
    const more = faults.length > MOST_NAMED ? [`${path} and ${faults.length - MOST_NAMED} more`] : [];
    super([...named, ...more].join("\n"), options);
    this.faults = [...named, ...more];
  }
}
