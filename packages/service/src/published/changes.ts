/** Names, titles and anchors of announced changes, as the feeds and the record page show them. */
import { translate } from "peak-cycle-drawing";
import { formatDay } from "peak-cycle-model";
import type { Announcement } from "../domain/announcement.js";

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
