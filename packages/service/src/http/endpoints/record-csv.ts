/**
 * `/api/public/nhci/record.csv`: every figure of the score's record, one a line, for spreadsheets and programs. What plain
 * measures of the market did stays on the page: no public data names them.
 */
import type { Alarm, BaselineRecord, FlagRecord, Span, TrackRecord, Turn } from "peak-cycle-model";
import { scoreOf } from "../../pages/record/view.js";
import { RECORD_CACHE } from "../cache-control.js";
import { textEndpoint } from "../endpoint.js";

export const recordCsv = textEndpoint({
  path: "/api/public/nhci/record.csv",
  id: "recordCsv",
  summary: "Every figure of the record as CSV: turns, flags, phases and returns, by period and cycle",
  headers: { contentType: "text/csv; charset=utf-8" },
  source: ({ published }) => published.record.get(),
  text: recordCsvText,
  cache: RECORD_CACHE,
});

/**
 * Which figure it is; a field is left out where it says nothing. `cycle` 1 begins with the halving of 2012-11-28, and is left out
 * for a whole period; `date` is that of a turn, or of the first day of an alarm.
 */
const LABELS = ["topic", "period", "cycle", "date", "phase_key", "horizon_days"] as const;

type Label = Readonly<Partial<Record<(typeof LABELS)[number], string | number | undefined>>>;

/** Names of figures and what they are; those without a value are left out. */
type Figures = Readonly<Record<string, number | string | boolean | undefined>>;

/** The record as CSV (RFC 4180): a header, then one figure a line with what it is about. Shares and returns are fractions, e.g. -0.77. */
export function recordCsvText(record: TrackRecord): string {
  const lines = recordFigures(record).flatMap(([label, figures]) =>
    Object.entries(figures).flatMap(([figure, value]) =>
      value === undefined ? [] : [[...LABELS.map((name) => label[name] ?? ""), figure, written(value)]],
    ),
  );
  return [[...LABELS, "figure", "value"], ...lines].map((fields) => `${fields.join(",")}\r\n`).join("");
}

/** Numbers with six significant digits; yes and no as 1 and 0; days and names as they are, none of which needs quotes. */
function written(value: number | string | boolean): string {
  return typeof value === "string" ? value : `${Number(Number(value).toPrecision(6))}`;
}

type Lines = readonly (readonly [Label, Figures])[];

function recordFigures(record: TrackRecord): Lines {
  const { settled, hindsight } = record;
  return [
    ...record.turns.map(turnFigures),
    ...flagFigures("top_risk", record.topRisk),
    ...flagFigures("descent_guard", record.descentGuard),
    ...record.spans.flatMap(spanFigures),
    [{ topic: "phase" }, settled === undefined ? {} : stays(settled.plain, settled.days)],
    [{ topic: "settled_phase" }, settled === undefined ? {} : stays(settled.settled, settled.days)],
    [
      { topic: "hindsight" },
      {
        days: hindsight?.days,
        mean_absolute_error: hindsight?.meanAbsoluteError,
        mean_error: hindsight?.meanError,
      },
    ],
  ];
}

function stays({ changes, shortStays }: { changes: number; shortStays: number }, days: number): Figures {
  return { days, changes, visits_under_a_week: shortStays };
}

function turnFigures(turn: Turn): Lines[number] {
  const { kind, day, period, cycle, readings, extremes } = turn;
  const label: Label = { topic: kind, period, cycle, date: day, phase_key: turn.phase };
  const said: Figures = {
    score: readings.score,
    outermost_score: extremes.score?.reading,
    outermost_lag_days: extremes.score?.lagDays,
    price_usd: turn.priceUsd,
    fall: turn.fall,
    is_final: turn.isFinal,
    signal: turn.signal,
    top_risk: turn.topRisk,
    descent_guard: turn.descentGuard,
    lead_days: turn.leadDays,
    settled_lead_days: turn.settledLeadDays,
  };
  return [label, said];
}

function flagFigures(topic: string, { alarms, misses }: FlagRecord): Lines {
  const ofAlarm = (alarm: Alarm): Figures => ({
    verdict: alarm.verdict,
    until: alarm.to,
    price_usd: alarm.priceUsd,
    extreme_date: alarm.extremeDay,
    lead_days: alarm.leadDays,
    fall_after: alarm.fallAfter,
    fall_after_end: alarm.fallAfterEnd,
  });
  return [
    ...alarms.map(
      (alarm) => [{ topic, period: alarm.period, cycle: alarm.cycle, date: alarm.from }, ofAlarm(alarm)] as const,
    ),
    ...misses.map(({ period, cycle, day }) => [{ topic, period, cycle, date: day }, { verdict: "missed" }] as const),
  ];
}

function spanFigures(span: Span): Lines {
  const { period, cycle } = span;
  const label = { topic: "span", period, cycle };
  const changes: Figures = {
    from: span.from,
    to: span.to,
    days: span.days,
    phase_changes: span.phaseChanges,
    smoothed_phase_changes: span.smoothedPhaseChanges,
    settled_phase_changes: span.settledPhaseChanges,
  };
  const score = scoreOf(span);
  return [[label, changes], ...(score === undefined ? [] : scoreFigures(score, label))];
}

function scoreFigures({ ranks, buying, fifths }: BaselineRecord, span: Label): Lines {
  const whole: Figures = {
    hindsight: ranks.hindsight,
    top_auc: ranks.topAuc,
    bottom_auc: ranks.bottomAuc,
    forward: ranks.forward,
    plain_cost_usd: buying?.plainCostUsd,
    scaled_cost_usd: buying?.scaledCostUsd,
  };
  const byPhase = fifths.flatMap(
    ({ phase, days, share, returns }): Lines => [
      [
        { ...span, phase_key: phase },
        { days, share },
      ],
      ...returns.map((ahead): Lines[number] => {
        const { horizonDays, days, mean, p10, p25, median, p75, p90, up } = ahead;
        return [
          { ...span, phase_key: phase, horizon_days: horizonDays },
          { days, mean, p10, p25, median, p75, p90, rose: up },
        ];
      }),
    ],
  );
  return [[span, whole], ...byPhase];
}
