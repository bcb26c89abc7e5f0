import { type Aftermath, alarmOf, type FlagRun, flagRuns, missesOf } from "./flag-runs.js";
import type { RecordDay } from "./record-day.js";
import type { FlagRecord, Turn } from "./track-record.js";

/** A further fall of 20 % makes the guard right. */
const FALLEN = 0.8;

/** Every time the descent guard was up and what came of it, and the cycle lows it was not up at. */
export function guardRecord(days: readonly RecordDay[], turns: readonly Turn[]): FlagRecord {
  const prices = days.map((each) => each.price);
  const runs = flagRuns(days, ({ context }) => context.descentGuard !== null);
  const lows = turns.filter((turn) => turn.kind === "low");
  return {
    alarms: runs.map((run) => alarmOf(days, run, aftermath(prices, run))),
    misses: missesOf(lows, (turn) => turn.descentGuard),
  };
}

function aftermath(prices: readonly number[], run: FlagRun): Aftermath {
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
