import type { Instant } from "peak-cycle-model";

/** How far an installation is from its first score. */
export interface FirstStart {
  /** Of all days that have to be fetched and scored, 0..1. */
  readonly share: number;
  /** Since when nothing more has come; `undefined` while it goes on. */
  readonly stalledSince?: Instant | undefined;
}
