import { PHASES, type PhaseKey, phaseOf } from "../domain/score.js";
import { type BuyingDay, buyingOf } from "./buying.js";
import type { Labels } from "./labels.js";
import { type Ranked, ranksOf } from "./ranks.js";
import type { RecordDay } from "./record-day.js";
import { returnsOf } from "./returns.js";
import { type Fifth, type Gauge, type GaugeRecord, HORIZONS } from "./track-record.js";

/** What the figures of a period may look at: readings of every day, prices and labels up to the period's end. */
export interface Evidence {
  readonly days: readonly RecordDay[];
  /** USD; they begin with `days` and end with the period. */
  readonly prices: readonly number[];
  readonly labels: Labels;
}

/**
 * One gauge over a span.
 *
 * @param scored rows of the span that have a score
 * @returns `undefined` when the gauge has no reading on any of them
 */
export function gaugeRecord(gauge: Gauge, scored: readonly number[], evidence: Evidence): GaugeRecord | undefined {
  const { days, labels } = evidence;
  const rows = scored.filter((row) => days[row]?.readings[gauge] !== undefined);
  if (rows.length === 0) return undefined;
  return {
    gauge,
    days: rows.length,
    ranks: ranksOf(ranked(days, rows, gauge), labels),
    scoreRanks: ranksOf(ranked(days, rows, "score"), labels),
    fifths: fifthsOf(gauge, rows, evidence),
    buying: buyingOf(
      rows.flatMap((row): readonly BuyingDay[] => {
        const { price, readings } = days[row] as RecordDay;
        const reading = readings[gauge];
        return reading === undefined ? [] : [{ price, reading }];
      }),
    ),
  };
}

function ranked(days: readonly RecordDay[], rows: readonly number[], gauge: Gauge): readonly Ranked[] {
  return rows.flatMap((row) => {
    const value = days[row]?.raws[gauge];
    return value === undefined ? [] : [{ row, value }];
  });
}

function fifthsOf(gauge: Gauge, rows: readonly number[], { days, prices }: Evidence): readonly Fifth[] {
  const byPhase = new Map<PhaseKey, number[]>(PHASES.map(({ key }) => [key, []]));
  for (const row of rows) byPhase.get(fifthAt(days[row] as RecordDay, gauge))?.push(row);
  return [...byPhase].map(([phase, inside]) => ({
    phase,
    days: inside.length,
    share: inside.length / rows.length,
    returns: HORIZONS.map((horizonDays) => returnsOf(inside, prices, horizonDays)),
  }));
}

/** A score's fifth is its phase, which goes by the published number; a reading that is not published is taken as it is. */
function fifthAt({ btc, readings }: RecordDay, gauge: Gauge): PhaseKey {
  return gauge === "score" ? (btc as NonNullable<typeof btc>).phase : phaseOf(readings[gauge] as number).key;
}
