import { PHASES, type PhaseKey, phaseOf } from "../domain/score.js";
import type { Labels } from "./labels.js";
import { type Ranked, ranksOf } from "./ranks.js";
import type { RecordDay } from "./record-day.js";
import { returnsOf } from "./returns.js";
import { type Baseline, type BaselineRecord, type Buying, HORIZONS, type Quintile } from "./track-record.js";

/** What the figures of a period may look at: readings of every day, prices and labels up to the period's end. */
export interface PeriodData {
  readonly days: readonly RecordDay[];
  /** USD; they begin with `days` and end with the period. */
  readonly prices: readonly number[];
  readonly labels: Labels;
}

/**
 * One baseline over a span.
 *
 * @param scored rows of the span that have a score
 * @returns `undefined` when the baseline has no reading on any of them
 */
export function baselineRecord(
  baseline: Baseline,
  scored: readonly number[],
  data: PeriodData,
): BaselineRecord | undefined {
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
      rows.flatMap((row): readonly BuyingDay[] => {
        const { price, readings } = days[row] as RecordDay;
        const reading = readings[baseline];
        return reading === undefined ? [] : [{ price, reading }];
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
  const byPhase = new Map<PhaseKey, number[]>(PHASES.map(({ key }) => [key, []]));
  for (const row of rows) byPhase.get(quintileAt(days[row] as RecordDay, baseline))?.push(row);
  return [...byPhase].map(([phase, inside]) => ({
    phase,
    days: inside.length,
    share: inside.length / rows.length,
    returns: HORIZONS.map((horizonDays) => returnsOf(inside, prices, horizonDays)),
  }));
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
