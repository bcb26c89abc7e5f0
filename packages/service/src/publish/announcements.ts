import { addDays } from "peak-cycle-model";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, rowInstant } from "../domain/history.js";
import type { CheckedHistory } from "../history/checked-history.js";

/**
 * Everything that was announced, newest first: changes of the settled phase, and flags of closed days that went up or
 * down. It is made of the checked history alone, so it is the same after a restart and on every instance.
 */
export function announcementsOf({ rows, settled, flagChanges }: AnnouncedHistory): readonly Announcement[] {
  const phases = settled.changes.map(
    ({ row, from, to }): Announcement => ({ what: "phase", from, to, ...fromRow(row) }),
  );
  const flags = flagChanges.flatMap(({ flag, isUp, day }): readonly Announcement[] => {
    const row = rows.find((each) => each.day > day); // where a day has no row, it is told with the next one
    return row === undefined || row.day > addDays(day, MAX_GAP_DAYS) ? [] : [{ what: flag, isUp, ...fromRow(row) }];
  });
  return [...phases, ...flags].sort((one, other) => other.day - one.day).slice(0, MAX_ANNOUNCEMENTS);
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
