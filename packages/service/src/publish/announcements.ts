import { addDays, type PhaseKey, type UtcDay } from "peak-cycle-model";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, rowInstant } from "../domain/history.js";
import type { CheckedHistory } from "../history/checked-history.js";

/**
 * Everything that was announced, newest first: changes of the settled phase, and flags of closed days that went up or
 * down. It is made of the checked history alone, so it is the same after a restart and on every instance.
 */
export function announcementsOf({ rows, settled, flagChanges }: AnnouncedHistory): readonly Announcement[] {
  const phases = settled.changes.map(
    ({ row, from, to }): Announcement => ({ what: "phase", from, to, ...fromRow(row), settled: to }),
  );
  const flags = flagChanges.flatMap(({ flag, isUp, day }): readonly Announcement[] => {
    const row = rows.find((each) => each.day > day); // where a day has no row, it is told with the next one
    const phase = row && settledOn(row.day, settled);
    if (phase === undefined || row === undefined || row.day > addDays(day, MAX_GAP_DAYS)) return [];
    return [{ what: flag, isUp, ...fromRow(row), settled: phase }];
  });
  return [...phases, ...flags].sort((one, other) => other.day - one.day).slice(0, MAX_ANNOUNCEMENTS);
}

/** The settled phase after the row of a day; `undefined` only without rows. */
function settledOn(day: UtcDay, { changes, newest }: CheckedHistory["settled"]): PhaseKey | undefined {
  const last = changes.findLast(({ row }) => row.day <= day);
  return last?.to ?? changes[0]?.from ?? newest.at(-1)?.phase;
}

type AnnouncedHistory = Pick<CheckedHistory, "rows" | "settled" | "flagChanges">;

/** After so many days without a row, a change of a flag is no news: only a gap has days without one. */
const MAX_GAP_DAYS = 31;

/** Some five changes of phase and two of flags a year: decades of them. */
const MAX_ANNOUNCEMENTS = 500;

function fromRow({ day, origin, computedAt, score }: HistoryRow) {
  const isBackfilled = origin === "backfill";
  return { day, at: isBackfilled ? rowInstant(day) : computedAt, score, isBackfilled };
}
