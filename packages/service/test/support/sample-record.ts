import {
  type Alarm,
  addDays,
  BASELINES,
  type BaselineRecord,
  formatDay,
  HORIZONS,
  type PeriodKey,
  PHASES,
  type PhaseKey,
  phaseOf,
  type Quintile,
  type Ranks,
  type Span,
  type Stay,
  type TrackRecord,
  type Turn,
  utcDay,
} from "peak-cycle-model";
import type { Baseline, CurvePoint } from "../../../model/src/record/track-record.js";

const START = utcDay("2010-07-18");
const WEEKS = 853;
/** Weeks from one made-up high to the next. */
const CYCLE_WEEKS = 205;
const FIRST_SCORE_WEEK = 104;

/** -1 at a low, 1 at a high, each cycle alike. */
function tide(week: number): number {
  return Math.sin((2 * Math.PI * (week + 40)) / CYCLE_WEEKS);
}

/** A power law with a tide that gets weaker. Made up: it follows no market. */
function priceOf(week: number): number {
  return 0.1 * ((week + 50) / 50) ** 4.4 * 10 ** ((tide(week) * 0.5 * 300) / (week + 260));
}

function scoreOf(week: number): number {
  const ripple = 6 * Math.sin(week / 3.1) + 4 * Math.sin(week / 1.3);
  return Math.round(10 * Math.min(100, Math.max(0, 50 + 42 * tide(week - 2) + ripple))) / 10;
}

function dayOf(week: number): string {
  return formatDay(addDays(START, 7 * week));
}

function point(week: number): CurvePoint {
  const isScored = week >= FIRST_SCORE_WEEK;
  const score = isScored ? scoreOf(week) : undefined;
  return { day: dayOf(week), priceUsd: priceOf(week), score };
}

/** Without the ripple, so that it changes a few times a cycle. */
function settledOn(week: number): PhaseKey {
  return phaseOf(Math.min(100, Math.max(0, 50 + 42 * tide(week - 2)))).key;
}

function stays(): readonly Stay[] {
  const weeks = Array.from({ length: WEEKS - FIRST_SCORE_WEEK }, (_, i) => FIRST_SCORE_WEEK + i);
  const starts = weeks.filter((week) => week === FIRST_SCORE_WEEK || settledOn(week) !== settledOn(week - 1));
  return starts.map((start) => ({ phase: settledOn(start), from: dayOf(start) }));
}

function turn(kind: Turn["kind"], week: number, more: Partial<Turn> = {}): Turn {
  const score = scoreOf(week);
  const period: PeriodKey = week < 181 ? "early" : week < 650 ? "development" : "later";
  const reading = (shift: number) => Math.min(100, Math.max(0, score + shift));
  const readings = { score, mvrv: reading(-6.2), mayer: reading(9.1), powerLaw: reading(3.4), fearGreed: undefined };
  const extreme = { day: dayOf(week - 3), reading: kind === "high" ? 99.4 : 3.1, lagDays: -21 };
  return {
    ...{ kind, day: dayOf(week), period, cycle: Math.floor(week / 209), priceUsd: priceOf(week), fall: -0.74 },
    ...{ isFinal: true, phase: phaseOf(score).key, signal: kind === "high" ? "REDUCE" : "ACCUMULATE" },
    ...{ topRisk: kind === "high", descentGuard: kind === "low", readings, leadDays: 63, settledLeadDays: 63 },
    extremes: { score: extreme, mvrv: extreme, mayer: extreme, powerLaw: extreme, fearGreed: undefined },
    ...more,
  };
}

const TURNS: readonly Turn[] = [
  turn("high", 216),
  turn("low", 319),
  turn("high", 421, { topRisk: false }),
  turn("low", 524, { fall: -0.58 }),
  turn("high", 626),
  turn("low", 729, { descentGuard: false, leadDays: undefined }),
  turn("high", 831, { fall: -0.31, leadDays: undefined }),
  turn("low", 850, { fall: -0.31, isFinal: false, phase: "BULL", signal: "CAUTION" }),
];

function alarm(week: number, verdict: Alarm["verdict"], more: Partial<Alarm> = {}): Alarm {
  const { period, cycle, day, priceUsd } = turn("high", week);
  const [to, extremeDay] = [dayOf(week + 6), dayOf(week + 4)];
  return {
    ...{ from: day, to, period, cycle, priceUsd, lastPriceUsd: 1.1 * priceUsd, verdict },
    ...{ extremeDay, leadDays: 28, fallAfter: -0.61, fallAfterEnd: undefined, ...more },
  };
}

function ranks(hindsight: number | undefined, shift = 0): Ranks {
  const known = hindsight === undefined ? undefined : 0.871 + shift;
  return {
    ...{ hindsight, topAuc: known, bottomAuc: known === undefined ? undefined : known + 0.1 },
    ...{ forward: hindsight === undefined ? undefined : -0.536 - shift, topDays: 210, bottomDays: 480 },
  };
}

function fifths(days: number, ahead: number): readonly Quintile[] {
  return PHASES.map(({ key }, i) => ({
    phase: key,
    days: Math.round(days / 5),
    share: [0.152, 0.283, 0.317, 0.165, 0.083][i] ?? 0,
    returns: HORIZONS.map((horizonDays) => {
      const counted = Math.max(0, Math.round((days - horizonDays) / 5) * (key === "PEAK" ? ahead : 1));
      const scale = (horizonDays / 365) * (4 - i);
      const spread = { p10: -0.1 * scale - 0.3, p25: 0.05 * scale - 0.2, median: 0.4 * scale - 0.1 };
      const rest = {
        mean: 0.8 * scale - 0.1,
        p75: 0.9 * scale + 0.05,
        p90: 2.1 * scale + 0.2,
        up: 0.3 + 0.1 * (4 - i),
      };
      const none = { mean: undefined, p10: undefined, p25: undefined, median: undefined };
      const nothing = { ...none, p75: undefined, p90: undefined, up: undefined };
      return { horizonDays, days: counted, ...(counted === 0 ? nothing : { ...spread, ...rest }) };
    }),
  }));
}

/** Rank in hindsight by gauge, and the shift of the other ranks. */
const RANKED: Readonly<Record<Baseline, readonly [hindsight: number, shift: number]>> = {
  score: [0.738, 0],
  mvrv: [0.439, -0.015],
  mayer: [0.026, -0.01],
  powerLaw: [0.815, -0.014],
  fearGreed: [0.172, 0.021],
};

function gaugeOf(gauge: Baseline, days: number, isKnown: boolean): BaselineRecord {
  const [hindsight, shift] = RANKED[gauge];
  const own = gauge === "fearGreed" ? Math.round(days / 2) : days;
  const ratio = { score: 0.926, mvrv: 0.951, mayer: 1.012, powerLaw: 0.907, fearGreed: 0.988 }[gauge];
  return {
    ...{ gauge, days: own, fifths: fifths(own, isKnown ? 1 : 0) },
    ranks: ranks(isKnown ? hindsight : undefined, shift),
    scoreRanks: ranks(isKnown ? RANKED.score[0] : undefined),
    buying: { days: own, plainCostUsd: 4210.4, scaledCostUsd: 4210.4 * ratio, ratio },
  };
}

function span(period: PeriodKey, cycle: number | undefined, [from, to]: readonly [string, string]): Span {
  const days = utcDay(to) - utcDay(from) + 1;
  const gauges = BASELINES.filter((gauge) => gauge !== "fearGreed" || period !== "early");
  return {
    ...{
      period,
      cycle,
      from,
      to,
      days,
      phaseChanges: Math.round(days / 17),
      smoothedPhaseChanges: Math.round(days / 90),
      settledPhaseChanges: Math.round(days / 68),
    },
    gauges: gauges.map((gauge) => gaugeOf(gauge, days, period !== "later" || cycle === undefined)),
  };
}

const [EARLY, DEVELOPMENT, LATER] = [dayOf(FIRST_SCORE_WEEK), "2014-01-01", "2023-01-01"];
const [MIDDLE, LATE, NEWEST] = ["2016-07-09", "2020-05-11", dayOf(WEEKS - 1)];

/** A whole record in which everything occurs: misses, false alarms, open ends and missing figures. All made up. */
export const SAMPLE_RECORD: TrackRecord = {
  modelVersion: "1",
  ...{ from: EARLY, to: NEWEST },
  curve: Array.from({ length: WEEKS }, (_, week) => point(week)),
  turns: TURNS,
  topRisk: {
    alarms: [alarm(212, "right"), alarm(380, "false", { fallAfter: -0.12 }), alarm(828, "open", { fallAfter: -0.31 })],
    misses: [{ day: dayOf(421), period: "development", cycle: 2 }],
  },
  descentGuard: {
    alarms: [alarm(240, "right", { fallAfterEnd: -0.27 }), alarm(680, "false", { fallAfterEnd: 0 })],
    misses: [{ day: dayOf(729), period: "later", cycle: 3 }],
  },
  spans: [
    span("early", undefined, [EARLY, "2013-12-31"]),
    span("early", 1, ["2012-11-28", "2013-12-31"]),
    span("development", undefined, [DEVELOPMENT, "2022-12-31"]),
    span("development", 1, [DEVELOPMENT, "2016-07-08"]),
    span("development", 2, [MIDDLE, "2020-05-10"]),
    span("development", 3, [LATE, "2022-12-31"]),
    span("later", undefined, [LATER, NEWEST]),
    span("later", 3, [LATER, "2024-04-19"]),
    span("later", 4, ["2024-04-20", NEWEST]),
  ],
  stays: stays(),
  settled: {
    ...{ from: DEVELOPMENT, to: NEWEST, days: 4679 },
    plain: { changes: 243, shortStays: 144 },
    settled: { changes: 69, shortStays: 3 },
    ...{ shownTurns: 6, lostTurns: 0, lateTurns: 0, maxDaysLate: 9, equalShare: 0.9 },
  },
  hindsight: {
    ...{ from: DEVELOPMENT, to: "2026-04-25", days: 4498, meanAbsoluteError: 14.9, meanError: -8.6 },
    halves: [
      { from: DEVELOPMENT, to: "2018-12-31", days: 1826, meanAbsoluteError: 18.8, meanError: -9.1 },
      { from: "2019-01-01", to: "2026-04-25", days: 2672, meanAbsoluteError: 12.2, meanError: -8.3 },
    ],
  },
};

/** The record of a service under test: to make a real one takes a second of a core. */
export async function makeSampleRecord(): Promise<string> {
  return JSON.stringify(SAMPLE_RECORD);
}
