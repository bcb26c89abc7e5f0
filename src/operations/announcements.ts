import type { Alarm, TrackRecord } from "../backtest/track-record.js";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, rowInstant } from "../domain/history.js";
import { addDays, utcDay } from "../domain/instant.js";
import type { SettledChange } from "./settled-rows.js";
import type { DayStore } from "./store-ports.js";

/** Some five changes of phase and two of flags a year: decades of them. */
const MAX_ANNOUNCEMENTS = 500;

/** How many days after a change of a flag its row is looked for: only a gap has days without a row. */
const MAX_GAP_DAYS = 30;

/**
 * Everything that was announced, newest first. It is made of stored rows and closed days alone, so it is the same after a
 * restart and on every instance.
 *
 * @param changes all of the settled phase, oldest first
 * @param record `undefined` until it is made; its alarms are the runs of closed days with a flag up
 */
export async function announcementsOf(
  days: Pick<DayStore, "rows">,
  changes: readonly SettledChange[],
  record: TrackRecord | undefined,
): Promise<readonly Announcement[]> {
  const phases = changes.map(({ row, from, to }): Announcement => ({ what: "phase", from, to, ...fromRow(row) }));
  const flags: Announcement[] = [];
  for (const change of record === undefined ? [] : flagChanges(record)) {
    const [row] = await days.rows(change.day, addDays(change.day, MAX_GAP_DAYS));
    if (row !== undefined) flags.push({ what: change.what, isUp: change.isUp, ...fromRow(row) });
  }
  return [...phases, ...flags].sort((one, other) => other.day - one.day).slice(0, MAX_ANNOUNCEMENTS);
}

function fromRow({ day, origin, computedAt, score }: HistoryRow) {
  const isBackfilled = origin === "backfill";
  return { day, at: isBackfilled ? rowInstant(day) : computedAt, score, isBackfilled };
}

/** Flags that went up or down, each with the day of the row that follows the first closed day with it. */
function flagChanges(record: TrackRecord) {
  return (["descentGuard", "topRisk"] as const).flatMap((what) =>
    record[what].alarms.flatMap(({ from, to }: Alarm) => [
      { what, isUp: true, day: addDays(utcDay(from), 1) },
      // A run that ends with the record is still up.
      ...(to < record.to ? [{ what, isUp: false, day: addDays(utcDay(to), 2) }] : []),
    ]),
  );
}
