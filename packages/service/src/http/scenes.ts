/**
 * The sandbox's scenes: made-up states of the service that anyone can request at any time, to test alerts and displays.
 * Each publishes everything the service does except the proof, and differs only in its subject.
 */
import {
  addDays,
  type Context,
  dayOf,
  formatDay,
  formatInstant,
  HOUR_MS,
  hourOf,
  type Instant,
  MAX_SCORE,
  MODEL_VERSION,
  PHASES,
  phaseOf,
  plus,
  roundScore,
  settle,
  signalOf,
  type TrackRecord,
  type Turn,
  type UtcDay,
} from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import { type HistoryRow, newestRowDay, PUBLIC_DAYS, rowInstant } from "../domain/history.js";
import { dayBody } from "../published/bodies.js";
import { HistoryFold } from "../published/fold.js";
import type { Published } from "../published/published.js";

export interface Scene {
  /** The path segment. */
  readonly name: string;
  /** What it shows, in English. */
  readonly summary: string;
  /** `waiting`: no score exists yet. `limited`: the two metered endpoints return 429. */
  readonly answers?: "waiting" | "limited";
  /** 0..100, one decimal; 50 by default. */
  readonly score?: number;
  /** No flag is set by default. */
  readonly context?: Context;
  readonly isStale?: boolean;
  /** The score of the last daily row, if it differs. */
  readonly rowScore?: number;
  /** Share of the model's weight that had data, 0..1. */
  readonly coverage?: number;
  /** Whether a row was corrected. */
  readonly isCorrected?: boolean;
  /** Whether the first source fails. */
  readonly isSourceFailing?: boolean;
}

const CALM: Context = { descentGuard: null, topRisk: null };
const DESCENT: Context = { ...CALM, descentGuard: "BEAR_DESCENT" };
const TOP_RISK: Context = { ...CALM, topRisk: "TOP_DISTRIBUTION" };
const BOTH: Context = { descentGuard: DESCENT.descentGuard, topRisk: TOP_RISK.topRisk };

/** In display order. */
export const SCENES: readonly Scene[] = [
  ...PHASES.map(({ key, label, from }) => {
    return { name: key.toLowerCase(), summary: `the phase ${label}, score ${from + 10}, no flag`, score: from + 10 };
  }),
  { name: "descent", summary: "the flag of a bear-market descent is up, score 50", context: DESCENT },
  { name: "top-risk", summary: "the flag of a cycle-top pattern is up, score 70", score: 70, context: TOP_RISK },
  { name: "both", summary: "both flags are up, score 70", score: 70, context: BOTH },
  { name: "stale", summary: "the newest score is three hours old", isStale: true },
  {
    name: "crossed",
    summary: "the phase is Bull Active, the settled phase still Hot Zone: score 58, daily rows up to 62",
    score: 58,
    rowScore: 62,
  },
  { name: "partial", summary: "a component had no data: coverage 0.7", coverage: 0.75 },
  { name: "failing-source", summary: "a source does not answer", isSourceFailing: true },
  { name: "corrected", summary: "a row was wrong: the list of corrections has it", isCorrected: true },
  { name: "waiting", summary: "no score exists yet: 503", answers: "waiting" },
  { name: "limited", summary: "the limit is always used up: 429", answers: "limited" },
];

/** USD. Obviously made up, and the same in every row. */
const PRICE_USD = 12_345.67;

/** Longer than the two hours after which a score is stale, at any minute of the hour. */
const STALE_MS = 3 * HOUR_MS;

/** The announced minute of the hour for the next score. */
const SCORE_MINUTE = 5;

/** Publishes a scene as of the beginning of the current hour. @param sources names of all sources of the service */
export function publishScene(published: Published, scene: Scene, now: Instant, sources: readonly string[]): void {
  const { score = 50, context = CALM, coverage = 1, rowScore = score } = scene;
  const at = plus(hourOf(now), scene.isStale ? -STALE_MS : 0);
  const { key: phase } = phaseOf(score);
  const read = { raw: score, score, phase };
  const quote = (value: number) => ({ value, source: sources.at(-1) ?? "sandbox", observedAt: at, fetchedAt: at });
  const failing = { answeredAt: plus(at, -STALE_MS), fault: "unreachable" } as const;
  published.show({
    score: {
      hour: at,
      computedAt: at,
      modelVersion: MODEL_VERSION,
      btc: { ...read, signal: signalOf(phase, context) },
      crypto: read,
      context,
      coverage,
      btcPriceUsd: PRICE_USD,
    },
    market: { btcPrice: quote(PRICE_USD), btcDominance: quote(50), fearGreed: quote(50) },
    sources: sources.map((source, i) => {
      const state = { source, askedAt: at, answeredAt: at, fault: undefined };
      return scene.isSourceFailing && i === 0 ? { ...state, ...failing } : state;
    }),
    phaseWithoutRow: { phase, since: dayOf(at) },
    minute: SCORE_MINUTE,
  });
  const newest = newestRowDay(now);
  const history = historyUpTo(newest, rowScore, context);
  const wrong = scene.isCorrected ? history.rows.slice(-4, -3) : [];
  published.history.put({ ...history, revisions: wrong.map(correctionOf) });
  published.record.put(recordUpTo(addDays(newest, -1)));
}

/**
 * The public days and the one before: a wave that ends at the score, so that charts show a line. Any flags went up with
 * the newest row.
 */
function historyUpTo(newest: UtcDay, score: number, context: Context) {
  const fold = new HistoryFold();
  for (let age = PUBLIC_DAYS; age >= 0; age--) {
    const day = addDays(newest, -age);
    const raw = Math.min(MAX_SCORE, Math.max(0, score - 12 * Math.sin(age / 7)));
    const before = fold.rows.at(-1)?.smoothed ?? raw;
    const read = { score: roundScore(raw), phase: phaseOf(roundScore(raw)).key };
    const flags = age === 0 ? context : CALM;
    const row = {
      day,
      computedAt: rowInstant(day),
      modelVersion: MODEL_VERSION,
      raw,
      ...read,
      smoothed: before + (2 / 11) * (raw - before), // over 10 days
      signal: signalOf(read.phase, flags),
      settled: settle(fold.settled, read.score, day).phase,
      crypto: read,
      coverage: 1,
      fearGreed: undefined,
      btcPriceUsd: PRICE_USD,
      priceSource: "sandbox",
      origin: "live",
    } as const;
    const closed = { day: addDays(day, -1), closedAt: rowInstant(day), ...NO_INPUTS };
    fold.take(dayBody({ closed, context: flags, row }));
  }
  return fold.history(undefined);
}

const NO_FIGURES = { price: undefined, mvrv: undefined, fearGreed: undefined, dominance: undefined };
const NO_INPUTS = { ...NO_FIGURES, majors: {}, sources: {} };

/** Corrects the row by one point. */
function correctionOf({ day, score: wrong, smoothed }: HistoryRow): RevisionEntry {
  const score = Math.min(MAX_SCORE, wrong + 1);
  return {
    kind: "revision",
    number: 1,
    date: formatDay(day),
    revised_at: formatInstant(plus(rowInstant(day), 6 * HOUR_MS)),
    reason: "A made-up correction: a source had given a wrong price.",
    score,
    score_smoothed: roundScore(smoothed),
    phase_key: phaseOf(score).key,
    btc_price_usd: PRICE_USD,
  };
}

/** Weeks of the record's curve: a two-year wave, so that the picture of the past shows a line. */
const CURVE_WEEKS = 208;

/** A high two years before a day and a low one year before, each in its outermost phase, and no flag set. */
function recordUpTo(last: UtcDay): TrackRecord {
  const [high, low] = [turn("high", addDays(last, -730), 90), turn("low", addDays(last, -365), 10)];
  const curve = Array.from({ length: CURVE_WEEKS }, (_, week) => {
    const score = roundScore(50 + 40 * Math.cos((4 * Math.PI * week) / CURVE_WEEKS));
    return { day: formatDay(addDays(last, 7 * (week - CURVE_WEEKS))), priceUsd: PRICE_USD, score };
  });
  const span = { from: formatDay(addDays(last, -7 * CURVE_WEEKS)), to: formatDay(last) };
  const yearAfter = { days: 100, p10: -0.5, median: 0, p90: 0.8, rose: 0.5 };
  const phases = PHASES.map(({ key }) => ({ phase: key, days: 100, share: 0.2, yearAfter }));
  return {
    modelVersion: MODEL_VERSION,
    ...span,
    curve,
    turns: [high, low],
    topRisk: { alarms: [], misses: [high] },
    descentGuard: { alarms: [], misses: [low] },
    periods: [{ period: "later", ...span, days: 500, phases }],
    // One per week: they give the picture's points their phases.
    stays: curve.map(({ day, score }) => ({ phase: phaseOf(score).key, from: day })),
    settled: undefined,
    hindsight: { ...span, days: 730, meanAbsoluteError: 15, meanError: -5, halves: [] },
  };
}

function turn(kind: Turn["kind"], day: UtcDay, score: number): Turn {
  const { key: phase } = phaseOf(score);
  return {
    kind,
    day: formatDay(day),
    period: "later",
    cycle: 4,
    priceUsd: PRICE_USD,
    fall: -0.5,
    isFinal: true,
    phase,
    signal: signalOf(phase, CALM),
    topRisk: false,
    descentGuard: false,
    readings: { score, mvrv: undefined, mayer: undefined, powerLaw: undefined, fearGreed: undefined },
    leadDays: 0,
    settledLeadDays: 0,
  };
}
