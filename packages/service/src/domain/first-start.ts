/** How far an installation is from its first score. */
import type { Instant } from "peak-cycle-model";

/** An installation's progress toward its first score. */
export interface FirstStart {
  /** Share of the days that have been fetched and scored, 0..1. */
  readonly share: number;
  /** When progress stalled; `undefined` while it continues. */
  readonly stalledSince?: Instant | undefined;
  /** What it waits for, since when, and what the operator can do, in a sentence; `undefined` unless it waits. */
  readonly waitsFor?: string | undefined;
}
