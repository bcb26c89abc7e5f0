/** Every change that the feeds have announced, each with the anchor that its feed entry links to. */
import { formatDay, PHASES, type PhaseKey, scoreNumber } from "peak-cycle-model";
import type { Announcement } from "../../domain/announcement.js";
import { fold, scrollable, table } from "../blocks.js";
import { type Html, html } from "../html.js";
import { record as words } from "../locales/en/record.js";
import { figures } from "./view.js";

/** The subject of a change, in its URL and in the feeds. */
export const CHANGE_NAMES = { phase: "phase", descentGuard: "descent_guard", topRisk: "top_risk" } as const;

/** The part after `#` in the URL of a change. */
export function changeId({ day, what }: Announcement): string {
  return `${formatDay(day)}-${CHANGE_NAMES[what]}`;
}

const FLAGS = { descentGuard: "Bear-market descent", topRisk: "Cycle-top distribution" } as const;

/** `Settled phase: Bull Active, was Accumulation` */
export function changeTitle(change: Announcement): string {
  return change.what === "phase"
    ? `Settled phase: ${labelOf(change.to)}, was ${labelOf(change.from)}`
    : `${FLAGS[change.what]}: flag ${change.isUp ? "up" : "down"}`;
}

function labelOf(phase: PhaseKey): string {
  return PHASES.find(({ key }) => key === phase)?.label ?? phase;
}

/** @param changes newest first */
export function changesFold(changes: readonly Announcement[]): Html {
  const { heading, columns } = words.changes;
  const rows = changes.map((change) => [
    html`<span id="${changeId(change)}">${figures.day(formatDay(change.day))}</span>`,
    changeTitle(change),
    figures.reading(scoreNumber(change.score)),
  ]);
  return fold("changes", heading, `${changes.length}`)`${scrollable(heading, table(columns, rows), "wide")}`;
}
