import { formatDay } from "../domain/instant.js";
import { cycleOf, periodOf } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import type { Alarm, FlagRecord, Miss, Turn } from "./track-record.js";

/** One unbroken run of rows with a flag up, both ends included. */
export interface FlagRun {
  readonly from: number;
  readonly to: number;
  /** Whether the flag is still up on the newest day. */
  readonly isUp: boolean;
}

/** What came of a run: all that one flag tells in another way than the other. */
export type Aftermath = Pick<Alarm, "verdict" | "fallAfter" | "fallAfterEnd"> & {
  /** The row that `extremeDay` and `leadDays` speak of. */
  readonly extremeRow: number;
};

/** All runs with the flag up, oldest first. */
export function flagRuns(days: readonly RecordDay[], isRaised: (day: RecordDay) => boolean): readonly FlagRun[] {
  const runs: FlagRun[] = [];
  let from: number | undefined;
  days.forEach((day, row) => {
    if (isRaised(day)) from ??= row;
    else if (from !== undefined) {
      runs.push({ from, to: row - 1, isUp: false });
      from = undefined;
    }
  });
  if (from !== undefined) runs.push({ from, to: days.length - 1, isUp: true });
  return runs;
}

/** A run as it is told. */
export function alarmOf(days: readonly RecordDay[], run: FlagRun, { extremeRow, ...aftermath }: Aftermath): Alarm {
  const [first, last, extreme] = [days[run.from], days[run.to], days[extremeRow]] as [RecordDay, RecordDay, RecordDay];
  return {
    from: formatDay(first.day),
    to: formatDay(last.day),
    period: periodOf(first.day),
    cycle: cycleOf(first.day),
    priceUsd: first.price,
    lastPriceUsd: last.price,
    verdict: aftermath.verdict,
    extremeDay: formatDay(extreme.day),
    leadDays: extremeRow - run.from,
    fallAfter: aftermath.fallAfter,
    fallAfterEnd: aftermath.fallAfterEnd,
  };
}

/** The turns a flag was not up at. */
export function missesOf(turns: readonly Turn[], isWarned: (turn: Turn) => boolean): FlagRecord["misses"] {
  return turns.filter((turn) => !isWarned(turn)).map(({ day, period, cycle }): Miss => ({ day, period, cycle }));
}
