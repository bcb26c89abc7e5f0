import { formatDay } from "../domain/instant.js";
import { cycleOf, periodOf } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import type { Alarm, FlagRecord, Miss, Turn } from "./track-record.js";

/** One unbroken run of rows with a flag up, both ends included. */
interface FlagRun {
  readonly from: number;
  readonly to: number;
  /** Whether the flag is still up on the newest day. */
  readonly isUp: boolean;
}

/** What came of a run, by the rules of its flag. */
type Aftermath = Pick<Alarm, "verdict" | "fallAfter" | "fallAfterEnd"> & {
  /** The row of `extremeDay`. */
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

/** A run as an alarm of the record. */
function alarmOf(days: readonly RecordDay[], run: FlagRun, { extremeRow, ...aftermath }: Aftermath): Alarm {
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

/** The turns at which a flag was not up. */
function missesOf(turns: readonly Turn[], isWarned: (turn: Turn) => boolean): FlagRecord["misses"] {
  return turns.filter((turn) => !isWarned(turn)).map(({ day, period, cycle }): Miss => ({ day, period, cycle }));
}

/** A fall to half of the high makes the warning right. */
const HALF = 0.5;

/** Every time top risk was up and what came of it, and the cycle highs it was not up at. */
export function topRiskRecord(days: readonly RecordDay[], turns: readonly Turn[]): FlagRecord {
  const prices = days.map((each) => each.price);
  const runs = flagRuns(days, ({ context }) => context.topRisk !== null);
  const highs = turns.filter((turn) => turn.kind === "high");
  return {
    alarms: runs.map((run) => alarmOf(days, run, topRiskAftermath(prices, run))),
    misses: missesOf(highs, (turn) => turn.topRisk),
  };
}

function topRiskAftermath(prices: readonly number[], run: FlagRun): Aftermath {
  let high = run.from;
  for (let row = run.from; row <= run.to; row += 1) {
    if ((prices[row] as number) > (prices[high] as number)) high = row;
  }
  const best = prices[high] as number;
  const exceeded = prices.findIndex((price, row) => row > high && price > best);
  const until = exceeded === -1 ? prices.length : exceeded;
  const isHalved = prices.slice(high, until).some((price) => price <= HALF * best);
  const unsettled = exceeded === -1 ? "open" : "false";
  return {
    verdict: isHalved ? "right" : unsettled,
    extremeRow: high,
    fallAfter: Math.min(...prices.slice(run.from, until)) / (prices[run.from] as number) - 1,
    fallAfterEnd: undefined,
  };
}

/** A further fall of 20 % makes the guard right. */
const FALLEN = 0.8;

/** Every time the descent guard was up and what came of it, and the cycle lows it was not up at. */
export function guardRecord(days: readonly RecordDay[], turns: readonly Turn[]): FlagRecord {
  const prices = days.map((each) => each.price);
  const runs = flagRuns(days, ({ context }) => context.descentGuard !== null);
  const lows = turns.filter((turn) => turn.kind === "low");
  return {
    alarms: runs.map((run) => alarmOf(days, run, guardAftermath(prices, run))),
    misses: missesOf(lows, (turn) => turn.descentGuard),
  };
}

function guardAftermath(prices: readonly number[], run: FlagRun): Aftermath {
  let low = run.from;
  for (let row = run.from; row <= run.to; row += 1) {
    if ((prices[row] as number) < (prices[low] as number)) low = row;
  }
  const [first, least] = [prices[run.from] as number, prices[low] as number];
  const unsettled = run.isUp ? "open" : "false";
  return {
    verdict: least <= FALLEN * first ? "right" : unsettled,
    extremeRow: low,
    fallAfter: least / first - 1,
    fallAfterEnd: run.isUp ? undefined : fallBeforeRecord(prices, run.to),
  };
}

/** From a row to the lowest close before the price closes above all it had reached by that row. */
function fallBeforeRecord(prices: readonly number[], from: number): number {
  const high = greatest(prices.slice(0, from + 1));
  const record = prices.findIndex((price, row) => row > from && price > high);
  const until = record === -1 ? prices.length : record;
  return -greatest(prices.slice(from, until).map((price) => -price)) / (prices[from] as number) - 1;
}

function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}
