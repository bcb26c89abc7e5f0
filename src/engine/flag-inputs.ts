import type { Positions } from "./positions.js";

/** What the two flags look at in a row. */
export interface FlagInputs {
  /** Rows before this one. */
  readonly index: number;
  /** USD. */
  readonly price: number;
  readonly positions: Positions;
  /** Whether the row has a score. Without one no flag is up. */
  readonly scored: boolean;
}
