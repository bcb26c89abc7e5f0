/** The scenes of the sandbox: which there are, what each shows at a moment, and the made-up values that it publishes. */

import {
  addDays,
  type Context,
  formatDay,
  HOUR_MS,
  hourOf,
  type Instant,
  MINUTE_MS,
  MODEL_VERSION,
  PHASES,
  phaseOf,
  plus,
  published,
  SECOND_MS,
  type SettledPhase,
  signalOf,
  type TrackRecord,
  type Turn,
  type UtcDay,
} from "peak-cycle-model";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, newestRowDay, PUBLIC_DAYS, rowInstant } from "../domain/history.js";
import type { HourlyScore, Quote } from "../domain/snapshot.js";
import { settledOver } from "../history/settled-rows.js";
import { Published } from "../publish/published.js";

/** What a scene shows at a moment. */
export interface SceneState {
  /** `waiting`: no score exists yet. `limited`: the two metered endpoints refuse. */
  readonly answers: "score" | "waiting" | "limited";
  /** 0..100, one decimal. */
  readonly score: number;
  readonly context: Context;
  readonly isStale: boolean;
  /** When it shows something else; a scene that stands still says the end of the minute. */
  readonly until: Instant;
}

/** A state of the service that anyone can ask for at any time, so that alerts and displays can be tested against it. */
export interface Scene {
  /** Part of its addresses. */
  readonly name: string;
  /** What it shows, in English. */
  readonly summary: string;
  /** Depends on the moment alone: all instances and all restarts say the same. */
  at(now: Instant): SceneState;
}

const CALM: Context = { descentGuard: null, topRisk: null };
const DESCENT: Context = { ...CALM, descentGuard: "BEAR_DESCENT" };
const TOP_RISK: Context = { ...CALM, topRisk: "TOP_DISTRIBUTION" };
const BOTH_FLAGS: Context = { ...DESCENT, topRisk: "TOP_DISTRIBUTION" };

/** The middle of each phase, the lowest first. */
const PHASE_SCORES = PHASES.map(({ from }) => from + 10);

/** Both ends of the range, and the last score of a phase beside the first of the next. */
const EDGE_SCORES = [0, 39.9, 40, 100];

/** How long `recovering` refuses in each minute. */
const REFUSING_MS = 30 * SECOND_MS;

/** All scenes, in the order in which they are listed. */
export const SCENES: readonly Scene[] = [
  ...PHASES.map(({ key, label, from }) =>
    still(key.toLowerCase(), `the phase ${label}, score ${from + 10}, no flag`, { score: from + 10 }),
  ),
  still("descent", "the flag of a bear-market descent is up, score 50", { score: 50, context: DESCENT }),
  still("top-risk", "the flag of a cycle-top pattern is up, score 70", { score: 70, context: TOP_RISK }),
  still("both", "both flags are up, score 70", { score: 70, context: BOTH_FLAGS }),
  still("stale", "the newest score is three hours old", { score: 50, isStale: true }),
  still("waiting", "no score exists yet: 503", { answers: "waiting" }),
  still("limited", "the limit is always used up: 429", { answers: "limited" }),
  {
    name: "recovering",
    summary: "429 in the first half of each minute, the score in the second",
    at(now) {
      const minute = minuteOf(now);
      const isRefusing = now < plus(minute, REFUSING_MS);
      const until = plus(minute, isRefusing ? REFUSING_MS : MINUTE_MS);
      return { ...stateAt(now), answers: isRefusing ? "limited" : "score", until };
    },
  },
  inTurn("edges", `scores ${EDGE_SCORES.join(", ")}, the next one each minute`, EDGE_SCORES),
  inTurn("tour", "the five phases, the next one each minute", PHASE_SCORES),
];

/** A scene that always shows the same. */
function still(name: string, summary: string, shown: Partial<SceneState>): Scene {
  return { name, summary, at: (now) => ({ ...stateAt(now), ...shown }) };
}

/** A scene that shows the next score each minute, beginning again after the last. */
function inTurn(name: string, summary: string, scores: readonly number[]): Scene {
  const scoreAt = (now: Instant) => scores[Math.floor(now / MINUTE_MS) % scores.length] ?? 0;
  return { name, summary, at: (now) => ({ ...stateAt(now), score: scoreAt(now) }) };
}

function stateAt(now: Instant): SceneState {
  return { answers: "score", score: 50, context: CALM, isStale: false, until: plus(minuteOf(now), MINUTE_MS) };
}

function minuteOf(now: Instant): Instant {
  return (Math.floor(now / MINUTE_MS) * MINUTE_MS) as Instant;
}

/** USD. Nobody takes it for a price, and every row has it. */
const PRICE_USD = 12_345.67;
const DOMINANCE_PCT = 50;
const FEAR_GREED = 50;

/** The source of every figure. */
const SOURCE = "sandbox";

/** More than the two hours after which a score is stale, at any minute of the hour. */
const STALE_HOURS = 3;

/** Days and points of the wave that the rows make on their way to the score. */
const WAVE_DAYS = 7;
const WAVE_POINTS = 12;

/** Weight of a day in the exponential average over 10 days. */
const SMOOTHING = 2 / 11;

/**
 * What a scene publishes; nothing before the first `publish`. It is answered by the same code as what the service
 * publishes.
 */
export function scenePublisher() {
  const published = new Published();
  let shown = "";
  return {
    published,
    /** Publishes what the scene shows at a moment; does nothing while that stays the same, which is a minute at least. */
    publish(state: SceneState, now: Instant): void {
      if (state.answers === "waiting") return;
      const key = `${hourOf(now)} ${state.score}`; // a new row comes at the beginning of an hour
      if (key === shown) return;
      shown = key;
      const score = scoreOf(state, now);
      const quote = (value: number): Quote => {
        return { value, source: SOURCE, observedAt: score.computedAt, fetchedAt: score.computedAt };
      };
      published.market.put({
        btcPrice: quote(PRICE_USD),
        btcDominance: quote(DOMINANCE_PCT),
        fearGreed: quote(FEAR_GREED),
      });
      published.score.put(score);
      const newest = newestRowDay(now);
      published.record.put(recordUpTo(addDays(newest, -1)));
      const rows = rowsUpTo(newest, state.score);
      const settled = settledOver(rows);
      published.history.put(rows);
      published.context.put({
        rows,
        phaseSince: undefined,
        turned: undefined,
        settled,
        minute: undefined,
        served: [],
      });
      published.announcements.put(announcementsOf(rows, settled, state.context));
    },
  };
}

/** What the feeds tell: the changes of the settled phase, and with the newest row each flag that is up. @returns newest first */
function announcementsOf(
  rows: readonly HistoryRow[],
  settled: readonly SettledPhase[],
  { descentGuard, topRisk }: Context,
): readonly Announcement[] {
  const told = rows.map(({ day, computedAt: at, score }, i) => {
    return { day, at, score, settled: settled[i]?.phase ?? phaseOf(score).key, isBackfilled: false };
  });
  const phases = told.flatMap((row, i): readonly Announcement[] => {
    const [from, to] = [settled[i - 1]?.phase, settled[i]?.phase];
    return from === undefined || to === undefined || from === to ? [] : [{ what: "phase", from, to, ...row }];
  });
  const flags = told
    .slice(-1)
    .flatMap((row): readonly Announcement[] => [
      ...(descentGuard === null ? [] : [{ what: "descentGuard" as const, isUp: true, ...row }]),
      ...(topRisk === null ? [] : [{ what: "topRisk" as const, isUp: true, ...row }]),
    ]);
  return [...phases, ...flags].reverse();
}

function scoreOf({ score, context, isStale }: SceneState, now: Instant): HourlyScore {
  const hour = plus(hourOf(now), isStale ? -STALE_HOURS * HOUR_MS : 0);
  const phase = phaseOf(score).key;
  return {
    hour,
    computedAt: hour,
    modelVersion: MODEL_VERSION,
    btc: { raw: score, score, phase, signal: signalOf(phase, context) },
    crypto: { raw: score, score, phase },
    context,
    coverage: 1,
    btcPriceUsd: PRICE_USD,
    laterPlace: undefined,
    disagreement: undefined,
  };
}

/** A wave that ends at the score, so that charts show a line. @returns oldest first */
function rowsUpTo(newest: UtcDay, score: number): readonly HistoryRow[] {
  let smoothed: number | undefined;
  return Array.from({ length: PUBLIC_DAYS }, (_, index) => {
    const age = PUBLIC_DAYS - 1 - index;
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

/** A high two years before a day and its low a year before: the score was in the highest and the lowest phase, no flag was up. */
function recordUpTo(day: UtcDay): TrackRecord {
  const [high, low] = [turn("high", addDays(day, -730)), turn("low", addDays(day, -365))];
  return {
    modelVersion: MODEL_VERSION,
    from: formatDay(addDays(day, -1460)),
    to: formatDay(day),
    curve: [],
    turns: [high, low],
    topRisk: { alarms: [], misses: [high] },
    descentGuard: { alarms: [], misses: [low] },
    spans: [],
    stays: [],
    settled: undefined,
    place: undefined,
  };
}

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
    signal: signalOf(phase, CALM),
    topRisk: false,
    descentGuard: false,
    readings: { ...NO_READINGS, score },
    extremes: NO_READINGS,
    leadDays: 0,
    settledLeadDays: 0,
  };
}
