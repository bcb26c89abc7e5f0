import { ServiceError, StorageError } from "../domain/errors.js";

/**
 * Runs one piece of database work and gives its failure a name.
 *
 * @param operation what was tried, as the end of "the database could not …"
 * @throws StorageError with the driver's own error as cause
 */
export async function attempt<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new StorageError(`the database could not ${operation}: ${reasonOf(cause)}`, { cause });
  }
}

/** The message of whatever was thrown. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
