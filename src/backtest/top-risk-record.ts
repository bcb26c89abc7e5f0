import { type Aftermath, alarmOf, type FlagRun, flagRuns, missesOf } from "./flag-runs.js";
import type { RecordDay } from "./record-day.js";
import type { FlagRecord, Turn } from "./track-record.js";

/** A fall to half of the high makes the warning right. */
const HALF = 0.5;

/** Every time top risk was up and what came of it, and the cycle highs it was not up at. */
export function topRiskRecord(days: readonly RecordDay[], turns: readonly Turn[]): FlagRecord {
  const prices = days.map((each) => each.price);
  const runs = flagRuns(days, ({ context }) => context.topRisk !== null);
  const highs = turns.filter((turn) => turn.kind === "high");
  return {
    alarms: runs.map((run) => alarmOf(days, run, aftermath(prices, run))),
    misses: missesOf(highs, (turn) => turn.topRisk),
  };
}

function aftermath(prices: readonly number[], run: FlagRun): Aftermath {
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
