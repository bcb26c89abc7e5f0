import type { DescentGuard, TopRisk } from "./context.js";
import type { Instant } from "./instant.js";
import type { PhaseKey } from "./phase.js";
import type { Signal } from "./signal.js";

/** What may change from one hourly score to the next. */
export type ChangeOf =
  | { readonly what: "phase"; readonly from: PhaseKey; readonly to: PhaseKey }
  | { readonly what: "signal"; readonly from: Signal; readonly to: Signal }
  | { readonly what: "descentGuard"; readonly from: DescentGuard | null; readonly to: DescentGuard | null }
  | { readonly what: "topRisk"; readonly from: TopRisk | null; readonly to: TopRisk | null };

/** A change of phase, signal or flag between two hourly scores that follow each other. */
export type Change = ChangeOf & {
  /** The hour of the score that is the first to say so. */
  readonly hour: Instant;
  readonly computedAt: Instant;
  /** That score, 0..100, one decimal. */
  readonly score: number;
};
