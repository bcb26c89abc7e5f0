/** What the feeds announce, and the names, titles and anchors by which feeds and pages show it. */

import { translate } from "peak-cycle-drawing";
import { formatDay, type Instant, type PhaseKey, type Signal, type UtcDay } from "peak-cycle-model";

/** An announcement in the feeds: the settled phase or the settled signal changed, or a flag went up or down. */
export type Announcement = (
  | { readonly what: "phase"; readonly from: PhaseKey; readonly to: PhaseKey }
  | { readonly what: "signal"; readonly from: Signal; readonly to: Signal }
  | { readonly what: "descentGuard" | "topRisk"; readonly isUp: boolean }
) & {
  /** The day of the first history row with the change; a flag belongs to the day closed before that. */
  readonly day: UtcDay;
  /** When that row was computed, or 06:00 UTC of its day if it was backfilled. */
  readonly at: Instant;
  /** The row's score, 0..100, one decimal. */
  readonly score: number;
  /** The settled phase after that row. */
  readonly settled: PhaseKey;
  /** The settled signal after that row. */
  readonly signal: Signal;
  /** Computed at the installation's first start, as of its day. */
  readonly isBackfilled: boolean;
  /** Distinguishes equal changes on one day, which only the sandbox has. */
  readonly serial?: number;
};

/** The subject of a change, in its URL and in the feeds. */
export const CHANGE_NAMES = {
  phase: "phase",
  signal: "signal",
  descentGuard: "descent_guard",
  topRisk: "top_risk",
} as const;

/** The part after `#` in the URL of a change. */
export function changeId({ day, what, serial }: Announcement): string {
  return `${formatDay(day)}-${CHANGE_NAMES[what]}${serial === undefined ? "" : `-${serial}`}`;
}

const SUBJECTS = {
  phase: "settled phase",
  signal: "settled signal",
  descentGuard: "bear-market warning",
  topRisk: "cycle-top warning",
} as const;

/** `Bitcoin settled phase: Bull Active, was Accumulation`, `Bitcoin bear-market warning: up` */
export function changeTitle(change: Announcement): string {
  const became = "isUp" in change ? (change.isUp ? "up" : "down") : fromTo(change);
  return `Bitcoin ${SUBJECTS[change.what]}: ${became}`;
}

function fromTo({ from, to }: Extract<Announcement, { from: unknown }>): string {
  return `${translate(to, "en")}, was ${translate(from, "en")}`;
}
