// The figures of the record for each period and cycle: ranks, returns by phase and by fifths of the score, buying
// plans.

import { formatDay } from "../instant.js";
import { PHASES, type PhaseKey, phaseOf, published } from "../score.js";
import { type Labels, labelsOf } from "./labels.js";
import { cycleOf, PERIODS } from "./periods.js";
import { type Ranked, ranksOf } from "./ranks.js";
import type { RecordDay } from "./record-day.js";
import { returnsOf } from "./returns.js";
import {
  BASELINES,
  type Baseline,
  type BaselineRecord,
  type Buying,
  HORIZONS,
  type PeriodKey,
  type Quintile,
  type Span,
} from "./track-record.js";

/** The spans of a record, made one at a time, so that something else can happen in between. */
export function* spansOf(days: readonly RecordDay[]): Generator<Span> {
  const from = days.findIndex(isScored);
  const to = days.findLastIndex(isScored);
  for (const { key, first, last } of PERIODS) {
    const rows = days.slice(from, to + 1).flatMap(({ day }, row) => (day >= first && day <= last ? [from + row] : []));
    if (rows.length === 0) continue;
    const prices = days.filter(({ day }) => day <= last).map(({ price }) => price);
    const data = { days, prices, labels: labelsOf(prices) };
    yield spanOf(key, undefined, { rows, data });
    const cycles = rows.map((row) => cycleOf((days[row] as RecordDay).day));
    for (const cycle of new Set(cycles)) {
      yield spanOf(key, cycle, { rows: rows.filter((_, nth) => cycles[nth] === cycle), data });
    }
  }
}

function isScored({ btc }: RecordDay): boolean {
  return btc !== undefined;
}

/** What the figures of a period may look at: readings of every day, prices and labels up to the period's end. */
interface PeriodData {
  readonly days: readonly RecordDay[];
  /** USD; they begin with `days` and end with the period. */
  readonly prices: readonly number[];
  readonly labels: Labels;
}

/** The days of a span: rows one after the other, between the first and the last day with a score. */
interface SpanDays {
  readonly rows: readonly number[];
  readonly data: PeriodData;
}

function spanOf(period: PeriodKey, cycle: number | undefined, { rows, data }: SpanDays): Span {
  const dayAt = (row: number | undefined) => data.days[row ?? 0] as RecordDay;
  const scoredRows = rows.filter((row) => isScored(dayAt(row)));
  const scored = scoredRows.map(dayAt);
  return {
    period,
    cycle,
    from: formatDay(dayAt(rows[0]).day),
    to: formatDay(dayAt(rows.at(-1)).day),
    days: scored.length,
    phaseChanges: changes(scored.map(({ btc }) => btc?.phase)),
    smoothedPhaseChanges: changes(scored.map(({ btc }) => btc && phaseOf(published(btc.smoothed)).key)),
    settledPhaseChanges: changes(scored.map(({ settled }) => settled?.phase)),
    gauges: BASELINES.flatMap((baseline) => baselineRecord(baseline, scoredRows, data) ?? []),
  };
}

function changes(words: readonly unknown[]): number {
  return words.filter((word, nth) => nth > 0 && word !== words[nth - 1]).length;
}

/**
 * One baseline over a span.
 *
 * @param scored rows of the span that have a score
 * @returns `undefined` when the baseline has no reading on any of them
 */
function baselineRecord(baseline: Baseline, scored: readonly number[], data: PeriodData): BaselineRecord | undefined {
  const { days, labels } = data;
  const rows = scored.filter((row) => days[row]?.readings[baseline] !== undefined);
  if (rows.length === 0) return undefined;
  return {
    gauge: baseline,
    days: rows.length,
    ranks: ranksOf(ranked(days, rows, baseline), labels),
    scoreRanks: ranksOf(ranked(days, rows, "score"), labels),
    fifths: quintilesOf(baseline, rows, data),
    buying: buyingOf(
      rows.map((row) => {
        const { price, readings } = days[row] as RecordDay;
        return { price, reading: readings[baseline] as number };
      }),
    ),
  };
}

function ranked(days: readonly RecordDay[], rows: readonly number[], baseline: Baseline): readonly Ranked[] {
  return rows.flatMap((row) => {
    const value = days[row]?.raws[baseline];
    return value === undefined ? [] : [{ row, value }];
  });
}

function quintilesOf(baseline: Baseline, rows: readonly number[], { days, prices }: PeriodData): readonly Quintile[] {
  const phases = rows.map((row) => quintileAt(days[row] as RecordDay, baseline));
  return PHASES.map(({ key }) => {
    const inside = rows.filter((_, nth) => phases[nth] === key);
    return {
      phase: key,
      days: inside.length,
      share: inside.length / rows.length,
      returns: HORIZONS.map((horizonDays) => returnsOf(inside, prices, horizonDays)),
    };
  });
}

/** A score's fifth is its phase, which goes by the published number; a reading that is not published is taken as it is. */
function quintileAt({ btc, readings }: RecordDay, baseline: Baseline): PhaseKey {
  return baseline === "score" ? (btc as NonNullable<typeof btc>).phase : phaseOf(readings[baseline] as number).key;
}

/** A day on which something is bought. */
interface BuyingDay {
  /** USD a coin. */
  readonly price: number;
  /** 0..100. */
  readonly reading: number;
}

/** What coins have cost by the plain and by the scaled way; `undefined` when either has bought nothing. */
export function buyingOf(days: readonly BuyingDay[]): Buying | undefined {
  let [plainCoins, scaledCoins, scaledDollars] = [0, 0, 0];
  for (const { price, reading } of days) {
    const dollars = 2 - reading / 50;
    plainCoins += 1 / price;
    scaledCoins += dollars / price;
    scaledDollars += dollars;
  }
  if (plainCoins === 0 || scaledCoins === 0) return undefined;
  const plainCostUsd = days.length / plainCoins;
  const scaledCostUsd = scaledDollars / scaledCoins;
  return { days: days.length, plainCostUsd, scaledCostUsd, ratio: scaledCostUsd / plainCostUsd };
}
