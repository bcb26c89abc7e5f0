/** The highs and lows of Bitcoin's cycles, and how the score and each baseline had warned of them. */

import { RollingMaximum } from "../engine/series/rolling-maximum.js";
import { formatDay } from "../instant.js";
import type { PhaseKey } from "../score.js";
import { cycleOf, periodOf } from "./periods.js";
import { type RecordDay, settledPhasesOf } from "./record-day.js";
import type { Baseline, Turn, Warning } from "./track-record.js";

/** A turn as rows: where it is, and the high and low it belongs to. */
interface TurnRow {
  readonly kind: Turn["kind"];
  readonly row: number;
  /** The row after the turn before it. */
  readonly since: number;
  readonly drawdown: Drawdown;
}

/** Every cycle high and low on a day with a score, in order of day. */
export function turnsOf(days: readonly RecordDay[]): readonly Turn[] {
  const warningsAt = warningsOf(days);
  return turnRows(days.map((each) => each.price)).flatMap((turn) => turnAt(days, turn, warningsAt(turn)));
}

/** Every cycle high and low, in order of row. */
function turnRows(prices: readonly number[]): readonly TurnRow[] {
  const places = drawdowns(prices).flatMap((drawdown) => [
    { kind: "high" as const, row: drawdown.high, drawdown },
    { kind: "low" as const, row: drawdown.low, drawdown },
  ]);
  places.sort((a, b) => a.row - b.row);
  return places.map((place, nth) => ({ ...place, since: (places[nth - 1]?.row ?? -1) + 1 }));
}

function turnAt(
  days: readonly RecordDay[],
  { kind, row, drawdown }: TurnRow,
  warnings: Turn["warnings"],
): readonly Turn[] {
  const at = days[row] as RecordDay;
  if (at.btc === undefined) return [];
  const [high, low] = [days[drawdown.high] as RecordDay, days[drawdown.low] as RecordDay];
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
    readings: { ...at.readings, score: at.btc.raw },
    warnings,
  };
  return [turn];
}

/** Judges the warnings of a turn: the same rule for the score and every baseline. */
function warningsOf(days: readonly RecordDay[]): (turn: TurnRow) => Turn["warnings"] {
  const settledPhases = (baseline: Baseline) => settledPhasesOf(days, baseline);
  const phases: Readonly<Record<Baseline, readonly (PhaseKey | undefined)[]>> = {
    score: settledPhases("score"),
    mvrv: settledPhases("mvrv"),
    mayer: settledPhases("mayer"),
    powerLaw: settledPhases("powerLaw"),
    fearGreed: settledPhases("fearGreed"),
  };
  return (turn) => {
    const warning = (baseline: Baseline) =>
      days[turn.row]?.readings[baseline] === undefined ? undefined : warningOf(days, turn, phases[baseline]);
    return {
      score: warningOf(days, turn, phases.score),
      mvrv: warning("mvrv"),
      mayer: warning("mayer"),
      powerLaw: warning("powerLaw"),
      fearGreed: warning("fearGreed"),
    };
  };
}

/** A warning is in time at this share of a high's close or more, or at this share of a low's close or less. */
const IN_TIME = { high: 0.8, low: 1.25 } as const;

function warningOf(days: readonly RecordDay[], turn: TurnRow, phases: readonly (PhaseKey | undefined)[]): Warning {
  const { kind, row, since } = turn;
  const warningRow = firstOutermost(kind, phases, since, row);
  if (warningRow === undefined) return { verdict: "missed", daysBefore: undefined, priceShare: undefined };
  const priceShare = (days[warningRow] as RecordDay).price / (days[row] as RecordDay).price;
  const isInTime = kind === "high" ? priceShare >= IN_TIME.high : priceShare <= IN_TIME.low;
  return { verdict: isInTime ? "inTime" : "early", daysBefore: row - warningRow, priceShare };
}

/** The first row from `since` to a turn's, both included, in its outermost phase: PEAK for a high, FONDO for a low. */
export function firstOutermost(
  kind: Turn["kind"],
  phases: readonly (PhaseKey | undefined)[],
  since: number,
  row: number,
): number | undefined {
  const outermost = kind === "high" ? "PEAK" : "FONDO";
  const after = phases.slice(since, row + 1).indexOf(outermost);
  return after === -1 ? undefined : since + after;
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
  const result: Drawdown[] = [];
  const lows = new Set<number>();
  for (let high = 0; high < prices.length; high += 1) {
    if (prices[high] !== yearHigh.append(prices[high])) continue;
    const each = drawdownFrom(prices, high);
    if ((prices[each.low] as number) > HALF * (prices[high] as number) || lows.has(each.low)) continue;
    lows.add(each.low);
    result.push(each);
  }
  return result;
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
