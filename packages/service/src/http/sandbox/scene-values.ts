/**
 * The made-up values that a scene of the sandbox publishes: everything that the service itself publishes, but for the
 * proof.
 */

import {
  addDays,
  type Context,
  dayOf,
  formatDay,
  HOUR_MS,
  hourOf,
  type Instant,
  MAX_SCORE,
  MODEL_VERSION,
  type PeriodRecord,
  PHASES,
  phaseOf,
  plus,
  published,
  type SettledPhase,
  settle,
  signalOf,
  type TrackRecord,
  type Turn,
  type UtcDay,
} from "peak-cycle-model";
import { type HistoryRow, newestRowDay, PUBLIC_DAYS, type Revision, rowInstant } from "../../domain/history.js";
import type { HourlyScore, Quote } from "../../domain/snapshot.js";
import type { SourceState } from "../../domain/source-state.js";
import { dayBody } from "../../published/bodies.js";
import { HistoryFold } from "../../published/fold.js";
import { Published } from "../../published/published.js";
import type { SceneState } from "./scenes.js";

/** USD. Nobody takes it for a price, and every row has it. */
const PRICE_USD = 12_345.67;
const DOMINANCE_PCT = 50;
const FEAR_GREED = 50;

/** The source of every row, and of every figure where all sources are switched off. */
const SOURCE = "sandbox";

/** More than the two hours after which a score is stale, at any minute of the hour. */
const STALE_HOURS = 3;

/** Days and points of the wave that the rows make on their way to the score. */
const WAVE_DAYS = 7;
const WAVE_POINTS = 12;

/** Weight of a day in the exponential average over 10 days. */
const SMOOTHING = 2 / 11;

/** The minute of the hour at which the next score is said to come. */
const SCORE_MINUTE = 5;

/**
 * What a scene publishes; nothing before the first `publish`. It is answered by the same code as what the service
 * publishes.
 *
 * @param sources names of all sources of the service; in the scene whose source fails it is the first
 */
export function scenePublisher(sources: readonly string[]) {
  const published = new Published();
  let shownHour: Instant | undefined;
  return {
    published,
    /** Publishes what the scene shows, once an hour: scores and rows come at the beginning of one. */
    publish(state: SceneState, now: Instant): void {
      if (state.answers === "waiting" || shownHour === hourOf(now)) return;
      shownHour = hourOf(now);
      const score = scoreOf(state, now);
      const at = score.computedAt;
      const source = sources.at(-1) ?? SOURCE; // the first may be the one that fails
      const quote = (value: number): Quote => ({ value, source, observedAt: at, fetchedAt: at });
      published.now.put({
        score,
        measures: {},
        market: {
          btcPrice: quote(PRICE_USD),
          btcDominance: quote(DOMINANCE_PCT),
          fearGreed: quote(FEAR_GREED),
        },
        sources: sources.map((source, i) => sourceState(source, at, state.isSourceFailing === true && i === 0)),
        turned: { phase: score.btc.phase, since: dayOf(at) },
        minute: SCORE_MINUTE,
        troubles: [],
      });
      const newest = newestRowDay(now);
      const rows = rowsUpTo(newest, state.rowScore ?? state.score);
      const fold = new HistoryFold();
      for (const body of bodiesOf(rows, state.context)) fold.take(body);
      const history = fold.history(undefined);
      published.history.put({ ...history, revisions: state.isCorrected === true ? [correctionOf(rows)] : [] });
      published.record.put(recordUpTo(addDays(newest, -1)));
    },
  };
}

function sourceState(source: string, at: Instant, isFailing: boolean): SourceState {
  return {
    source,
    askedAt: at,
    answeredAt: isFailing ? plus(at, -STALE_HOURS * HOUR_MS) : at,
    fault: isFailing ? "unreachable" : undefined,
  };
}

/**
 * The closed days below rows. The flags that are up have gone up on the newest one, and are told with the newest row.
 */
function bodiesOf(rows: readonly HistoryRow[], context: Context) {
  let settled: SettledPhase | undefined;
  return rows.map((row, i) => {
    settled = settle(settled, row.score, row.day);
    const crypto = { score: row.score, phase: row.phase };
    const flags = i === rows.length - 1 ? context : NO_FLAG;
    const shown = { signal: signalOf(row.phase, flags), settled: settled.phase, crypto, coverage: 1 };
    const closed = { day: addDays(row.day, -1), closedAt: row.computedAt, ...NO_INPUTS };
    return dayBody({ closed, context: flags, row: { ...row, ...shown, fearGreed: undefined } });
  });
}

const NO_INPUTS = {
  price: undefined,
  mvrv: undefined,
  fearGreed: undefined,
  dominance: undefined,
  majors: {},
  sources: {},
};

/** The row of three days before the newest one should have said a point more. */
function correctionOf(rows: readonly HistoryRow[]): Revision {
  const row = rows.at(-4);
  if (row === undefined) throw new RangeError("a scene has 31 rows");
  const score = Math.min(MAX_SCORE, row.score + 1);
  return {
    number: 1,
    day: row.day,
    revisedAt: plus(rowInstant(row.day), 6 * HOUR_MS),
    reason: "A made-up correction: a source had given a wrong price.",
    corrected: { score, smoothed: published(row.smoothed), phase: phaseOf(score).key, btcPriceUsd: PRICE_USD },
  };
}

function scoreOf({ score, context, isStale, coverage = 1 }: SceneState, now: Instant): HourlyScore {
  const hour = plus(hourOf(now), isStale ? -STALE_HOURS * HOUR_MS : 0);
  const phase = phaseOf(score).key;
  return {
    hour,
    computedAt: hour,
    modelVersion: MODEL_VERSION,
    btc: { raw: score, score, phase, signal: signalOf(phase, context) },
    crypto: { raw: score, score, phase },
    context,
    coverage,
    btcPriceUsd: PRICE_USD,
  };
}

/**
 * A wave that ends at the score, so that charts show a line.
 *
 * @returns the public days and the one before, oldest first
 */
function rowsUpTo(newest: UtcDay, score: number): readonly HistoryRow[] {
  let smoothed: number | undefined;
  return Array.from({ length: PUBLIC_DAYS + 1 }, (_, index) => {
    const age = PUBLIC_DAYS - index;
    const raw = Math.min(100, Math.max(0, score - WAVE_POINTS * Math.sin(age / WAVE_DAYS)));
    smoothed = smoothed === undefined ? raw : smoothed + SMOOTHING * (raw - smoothed);
    const day = addDays(newest, -age);
    return {
      day,
      computedAt: rowInstant(day),
      modelVersion: MODEL_VERSION,
      raw,
      score: published(raw),
      smoothed,
      phase: phaseOf(published(raw)).key,
      btcPriceUsd: PRICE_USD,
      priceSource: SOURCE,
      origin: "live",
    };
  });
}

/** Weeks of the record's curve: a wave of two years, so that the picture of the past shows a line. */
const CURVE_WEEKS = 208;

/**
 * A high two years before a day and its low a year before: the score was in the highest and the lowest phase, no flag
 * was up.
 */
function recordUpTo(day: UtcDay): TrackRecord {
  const [high, low] = [turn("high", addDays(day, -730)), turn("low", addDays(day, -365))];
  const from = addDays(day, -7 * CURVE_WEEKS);
  const error = { days: 730, meanAbsoluteError: 15, meanError: -5 };
  const curve = Array.from({ length: CURVE_WEEKS }, (_, week) => {
    const score = published(50 + 40 * Math.cos((2 * Math.PI * week) / (CURVE_WEEKS / 2)));
    return { day: formatDay(addDays(from, 7 * week)), priceUsd: PRICE_USD, score, smoothed: score };
  });
  return {
    modelVersion: MODEL_VERSION,
    from: formatDay(from),
    to: formatDay(day),
    curve,
    turns: [high, low],
    topRisk: { alarms: [], misses: [high] },
    descentGuard: { alarms: [], misses: [low] },
    periods: [periodOf(from, day)],
    // One for each week: they give the points of the picture their phases.
    stays: curve.map(({ day, score }) => ({ phase: phaseOf(score).key, from: day })),
    settled: undefined,
    hindsight: { from: formatDay(from), to: formatDay(day), ...error, halves: [] },
  };
}

/** Of a later period, with the same year after each phase: half of it up, half of it down. */
function periodOf(from: UtcDay, to: UtcDay): PeriodRecord {
  const yearAfter = { days: 100, p10: -0.5, median: 0, p90: 0.8, rose: 0.5 };
  const phases = PHASES.map(({ key }) => ({ phase: key, days: 100, share: 0.2, yearAfter }));
  return { period: "later", from: formatDay(from), to: formatDay(to), days: 500, phases };
}

const NO_FLAG: Context = { descentGuard: null, topRisk: null };

const NO_READINGS = { score: undefined, mvrv: undefined, mayer: undefined, powerLaw: undefined, fearGreed: undefined };

function turn(kind: Turn["kind"], day: UtcDay): Turn {
  const score = kind === "high" ? 90 : 10;
  const phase = phaseOf(score).key;
  return {
    kind,
    day: formatDay(day),
    period: "later",
    cycle: 4,
    priceUsd: PRICE_USD,
    fall: -0.5,
    isFinal: true,
    phase,
    signal: signalOf(phase, NO_FLAG),
    topRisk: false,
    descentGuard: false,
    readings: { ...NO_READINGS, score },
    leadDays: 0,
    settledLeadDays: 0,
  };
}
