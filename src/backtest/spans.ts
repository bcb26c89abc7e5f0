import { formatDay } from "../domain/instant.js";
import { phaseOf, published } from "../domain/score.js";
import { baselineRecord, type PeriodData } from "./baseline-record.js";
import { labelsOf } from "./labels.js";
import { cycleOf, PERIODS } from "./periods.js";
import type { RecordDay } from "./record-day.js";
import { BASELINES, type PeriodKey, type Span } from "./track-record.js";

/** Rows of a span, both ends included; every one lies between the first and the last day with a score. */
interface SpanRows {
  readonly period: PeriodKey;
  readonly cycle: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** The spans of a record, made one at a time, so that something else can happen in between. */
export function* spansOf(days: readonly RecordDay[]): Generator<Span> {
  const from = days.findIndex(isScored);
  const to = days.findLastIndex(isScored);
  for (const { key, first, last } of PERIODS) {
    const inside = days
      .slice(from, to + 1)
      .flatMap(({ day }, row) => (day >= first && day <= last ? [from + row] : []));
    const [start, end] = [inside[0], inside.at(-1)];
    if (start === undefined || end === undefined) continue;
    const known = days.filter(({ day }) => day <= last).map(({ price }) => price);
    const data = { days, prices: known, labels: labelsOf(known) };
    const period = { period: key, from: start, to: end };
    yield spanOf({ ...period, cycle: undefined }, data);
    for (const stretch of cyclesOf(days, period)) yield spanOf(stretch, data);
  }
}

function isScored({ btc }: RecordDay): boolean {
  return btc !== undefined;
}

function cyclesOf(days: readonly RecordDay[], whole: Omit<SpanRows, "cycle">): readonly SpanRows[] {
  const stretches: SpanRows[] = [];
  for (let row = whole.from; row <= whole.to; row += 1) {
    const cycle = cycleOf((days[row] as RecordDay).day);
    const before = stretches.at(-1);
    if (before?.cycle === cycle) stretches.splice(-1, 1, { ...before, to: row });
    else stretches.push({ period: whole.period, cycle, from: row, to: row });
  }
  return stretches;
}

function spanOf({ period, cycle, from, to }: SpanRows, data: PeriodData): Span {
  const rows = data.days.flatMap((day, row) => (row >= from && row <= to && isScored(day) ? [row] : []));
  const scored = rows.map((row) => data.days[row] as RecordDay);
  return {
    period,
    cycle,
    from: formatDay((data.days[from] as RecordDay).day),
    to: formatDay((data.days[to] as RecordDay).day),
    days: rows.length,
    phaseChanges: changes(scored.map(({ btc }) => btc?.phase)),
    smoothedPhaseChanges: changes(scored.map(({ btc }) => btc && phaseOf(published(btc.smoothed)).key)),
    settledPhaseChanges: changes(scored.map(({ settled }) => settled?.phase)),
    gauges: BASELINES.flatMap((baseline) => baselineRecord(baseline, rows, data) ?? []),
  };
}

function changes(words: readonly unknown[]): number {
  return words.filter((word, nth) => nth > 0 && word !== words[nth - 1]).length;
}
