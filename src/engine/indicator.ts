import type { Row } from "./row.js";

/**
 * A raw series, fed row by row. It holds just the past it needs; rows may not be skipped.
 * The size of a raw value means nothing by itself: only its place in the band of its own past does.
 */
export interface Indicator<R extends Row> {
  /** Takes the next row. @returns its raw value, `undefined` while warming up or when an input is missing */
  append(row: R): number | undefined;
  /** An independent copy. */
  clone(): Indicator<R>;
}
