/** What happened each time a flag was up, and which turns it missed. */

import { formatDay } from "../instant.js";
import { periodOf } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import type { Alarm, FlagRecord, Miss, Turn } from "./track-record.js";

/** One unbroken run of rows with a flag up, both ends included. */
interface FlagRun {
  readonly from: number;
  readonly to: number;
  /** Whether the flag is still up on the newest day. */
  readonly isUp: boolean;
}

/** The outcome of a run by its flag's rules. */
interface Aftermath {
  readonly verdict: Alarm["verdict"];
  readonly fallAfter: number;
}

/** The turns at which each flag should be up, and how its runs are judged. */
const RULES = {
  topRisk: { turn: "high", aftermathOf: topRiskAftermath },
  descentGuard: { turn: "low", aftermathOf: guardAftermath },
} as const;

/** Every time a flag was up and what happened next, and the cycle highs (descent guard: lows) it missed. */
export function flagRecord(flag: keyof typeof RULES, days: readonly RecordDay[], turns: readonly Turn[]): FlagRecord {
  const { turn, aftermathOf } = RULES[flag];
  const prices = days.map((each) => each.price);
  const runs = flagRuns(days, ({ context }) => context[flag] !== null);
  return {
    alarms: runs.map((run) => alarmOf(days, run, aftermathOf(prices, run))),
    misses: turns.filter((each) => each.kind === turn && !each[flag]).map(({ day, period }): Miss => ({ day, period })),
  };
}

/** All runs with the flag up, oldest first. */
function flagRuns(days: readonly RecordDay[], isRaised: (day: RecordDay) => boolean): readonly FlagRun[] {
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
function alarmOf(days: readonly RecordDay[], { from, to }: FlagRun, aftermath: Aftermath): Alarm {
  const [first, last] = [days[from], days[to]] as [RecordDay, RecordDay];
  return {
    from: formatDay(first.day),
    to: formatDay(last.day),
    period: periodOf(first.day),
    priceUsd: first.price,
    ...aftermath,
  };
}

/** A fall to half of the high makes the warning right. */
const HALF = 0.5;

function topRiskAftermath(prices: readonly number[], run: FlagRun): Aftermath {
  const during = prices.slice(run.from, run.to + 1);
  const best = greatest(during);
  const high = run.from + during.indexOf(best);
  const rowOfNewHigh = rowAbove(prices, high, best);
  const isHalved = prices.slice(high, rowOfNewHigh).some((price) => price <= HALF * best);
  const otherwise = rowOfNewHigh === undefined ? "open" : "false";
  return {
    verdict: isHalved ? "right" : otherwise,
    fallAfter: least(prices.slice(run.from, rowOfNewHigh)) / (prices[run.from] as number) - 1,
  };
}

/** A further fall of 20 % makes the guard right. */
const FALLEN = 0.8;

function guardAftermath(prices: readonly number[], run: FlagRun): Aftermath {
  const first = prices[run.from] as number;
  const low = least(prices.slice(run.from, run.to + 1));
  const otherwise = run.isUp ? "open" : "false";
  return {
    verdict: low <= FALLEN * first ? "right" : otherwise,
    fallAfter: low / first - 1,
  };
}

/** The first row after `after` with a price above a level; `undefined` while there is none. */
function rowAbove(prices: readonly number[], after: number, level: number): number | undefined {
  const index = prices.findIndex((price, row) => row > after && price > level);
  return index === -1 ? undefined : index;
}

// Not `Math.max(...)`: an argument for each of thousands of days may overflow the stack.

function greatest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
}
