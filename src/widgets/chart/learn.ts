import { type Day, type Now, readDays, readNow } from "../../chart/reading.js";

/** What a chart shows. */
export interface Past {
  readonly now: Now;
  readonly days: readonly Day[];
}

/** @throws TypeError when it is not the current answer of the API */
export function learnNow(body: unknown): Partial<Past> {
  return { now: checked(readNow(body)) };
}

/** @throws TypeError when it is not the history of the API */
export function learnDays(body: unknown): Partial<Past> {
  return { days: checked(readDays(body)) };
}

function checked<T>(read: T | undefined): T {
  if (read) return read;
  throw TypeError();
}
