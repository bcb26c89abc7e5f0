import type { Score } from "./read-score.js";

/**
 * `stale`: the score is older than 2 h. `waiting`: no score exists yet. `unreachable`: the last refresh failed. `soon`: an
 * asset that is announced.
 */
export type Note = "stale" | "waiting" | "unreachable" | "soon";

/** What a badge shows. */
export interface ScoreView {
  /** `undefined` before the first score is known. */
  readonly now: Score | undefined;
  readonly note?: Note | undefined;
}
