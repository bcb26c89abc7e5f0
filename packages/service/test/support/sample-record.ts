import {
  type Alarm,
  addDays,
  type CurvePoint,
  formatDay,
  type PeriodKey,
  type PeriodRecord,
  PHASES,
  type PhaseKey,
  phaseOf,
  type Stay,
  type TrackRecord,
  type Turn,
  utcDay,
} from "peak-cycle-model";

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
  return { day: dayOf(week), priceUsd: priceOf(week), score: week < FIRST_SCORE_WEEK ? undefined : scoreOf(week) };
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
  const fearGreed = week < 400 ? undefined : reading(-11.2);
  const readings = { score, mvrv: reading(-6.2), mayer: reading(9.1), powerLaw: reading(3.4), fearGreed };
  return {
    ...{ kind, day: dayOf(week), period, cycle: Math.floor(week / 209), priceUsd: priceOf(week), fall: -0.74 },
    ...{ isFinal: true, phase: phaseOf(score).key, signal: kind === "high" ? "REDUCE" : "ACCUMULATE" },
    ...{ topRisk: kind === "high", descentGuard: kind === "low", readings, leadDays: 63, settledLeadDays: 63 },
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
  const { period, day: from, priceUsd } = turn("high", week);
  return { from, to: dayOf(week + 6), period, priceUsd, verdict, fallAfter: -0.61, ...more };
}

function periodRecord(period: PeriodKey, [from, to]: readonly [string, string]): PeriodRecord {
  const days = utcDay(to) - utcDay(from) + 1;
  const phases = PHASES.map(({ key: phase }, i) => {
    const scale = 4 - i;
    const returns = { p10: -0.1 * scale - 0.3, median: 0.4 * scale - 0.1, p90: 2.1 * scale + 0.2 };
    const counted = Math.max(0, Math.round((days - 365) / 5));
    return {
      ...{ phase, days: Math.round(days / 5), share: [0.152, 0.283, 0.317, 0.165, 0.083][i] ?? 0 },
      yearAfter: { days: counted, ...returns, rose: 0.3 + 0.1 * scale },
    };
  });
  return { period, from, to, days, phases };
}

const [EARLY, DEVELOPMENT, LATER] = [dayOf(FIRST_SCORE_WEEK), "2014-01-01", "2023-01-01"];
const NEWEST = dayOf(WEEKS - 1);

/** A whole record in which everything occurs: misses, false alarms, open ends and missing figures. All made up. */
export const SAMPLE_RECORD: TrackRecord = {
  modelVersion: "1",
  ...{ from: EARLY, to: NEWEST },
  curve: Array.from({ length: WEEKS }, (_, week) => point(week)),
  turns: TURNS,
  topRisk: {
    alarms: [alarm(212, "right"), alarm(380, "false", { fallAfter: -0.12 }), alarm(828, "open", { fallAfter: -0.31 })],
    misses: [{ day: dayOf(421), period: "development" }],
  },
  descentGuard: {
    alarms: [alarm(240, "right"), alarm(680, "false")],
    misses: [{ day: dayOf(729), period: "later" }],
  },
  periods: [
    periodRecord("early", [EARLY, "2013-12-31"]),
    periodRecord("development", [DEVELOPMENT, "2022-12-31"]),
    periodRecord("later", [LATER, NEWEST]),
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
