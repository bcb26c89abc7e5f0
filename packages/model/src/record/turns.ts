// The highs and lows of Bitcoin's cycles, and what the score and each baseline said around them.

import { RollingMaximum } from "../engine/series/rolling-maximum.js";
import { formatDay } from "../instant.js";
import type { PhaseKey } from "../score.js";
import { cycleOf, periodOf } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import type { Turn } from "./track-record.js";

/** Where a turn is, and the high and low it belongs to. */
interface TurnRow {
  readonly kind: Turn["kind"];
  readonly row: number;
  readonly drawdown: Drawdown;
}

/** Every cycle high and low on a day with a score, in order of day. */
export function turnsOf(days: readonly RecordDay[]): readonly Turn[] {
  const places = drawdowns(days.map((each) => each.price)).flatMap((drawdown): readonly TurnRow[] => [
    { kind: "high", row: drawdown.high, drawdown },
    { kind: "low", row: drawdown.low, drawdown },
  ]);
  places.sort((a, b) => a.row - b.row);
  return places.flatMap((place, nth) => {
    const before = places.slice(0, nth).findLast((each) => each.kind !== place.kind);
    return turnAt(days, place, before?.row ?? -1);
  });
}

function turnAt(days: readonly RecordDay[], { kind, row, drawdown }: TurnRow, rowBefore: number): readonly Turn[] {
  const at = days[row] as RecordDay;
  if (at.btc === undefined) return [];
  const [high, low] = [days[drawdown.high] as RecordDay, days[drawdown.low] as RecordDay];
  const since = days.slice(rowBefore + 1, row + 1);
  const turn: Turn = {
    kind,
    day: formatDay(at.day),
    period: periodOf(at.day),
    cycle: cycleOf(at.day),
    priceUsd: at.price,
    fall: low.price / high.price - 1,
    isFinal: kind === "high" || drawdown.recovered !== undefined,
    phase: at.btc.phase,
    signal: at.btc.signal,
    topRisk: at.context.topRisk !== null,
    descentGuard: at.context.descentGuard !== null,
    readings: at.readings,
    leadDays: leadOf(kind, since, ({ btc }) => btc?.phase),
    settledLeadDays: leadOf(kind, since, ({ settled }) => settled?.phase),
  };
  return [turn];
}

/** @param since the days after the previous turn of the other kind, up to and including the turn's */
function leadOf(
  kind: Turn["kind"],
  since: readonly RecordDay[],
  phaseOn: (day: RecordDay) => PhaseKey | undefined,
): number | undefined {
  const outermost = kind === "high" ? "PEAK" : "FONDO";
  const first = since.findIndex((day) => phaseOn(day) === outermost);
  return first === -1 ? undefined : since.length - 1 - first;
}

/** A high is not exceeded in the 365 days before it. */
const HIGH_ROWS = 366;

/** A high loses half before it is exceeded. */
const HALF = 0.5;

/** A high and its low, as rows. */
interface Drawdown {
  readonly high: number;
  readonly low: number;
  /** The first row above the high; `undefined` while there is none. */
  readonly recovered: number | undefined;
}

/**
 * Every high after which the price halved, in chronological order. The first of equal closes counts, and the first of
 * highs with the same low.
 *
 * @param prices daily, USD, oldest first, no gaps
 */
export function drawdowns(prices: readonly number[]): readonly Drawdown[] {
  const yearHigh = new RollingMaximum(HIGH_ROWS);
  const found: Drawdown[] = [];
  const lows = new Set<number>();
  for (let high = 0; high < prices.length; high += 1) {
    if (prices[high] !== yearHigh.append(prices[high])) continue;
    const each = drawdownFrom(prices, high);
    if ((prices[each.low] as number) > HALF * (prices[high] as number) || lows.has(each.low)) continue;
    lows.add(each.low);
    found.push(each);
  }
  return found;
}

function drawdownFrom(prices: readonly number[], high: number): Drawdown {
  let low = high;
  for (let row = high + 1; row < prices.length; row += 1) {
    const price = prices[row] as number;
    if (price > (prices[high] as number)) return { high, low, recovered: row };
    if (price < (prices[low] as number)) low = row;
  }
  return { high, low, recovered: undefined };
}
