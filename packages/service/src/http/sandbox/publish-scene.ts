/** The made-up values that a scene of the sandbox publishes: everything that the service itself does, but the proof. */
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
  published as rounded,
  type SettledPhase,
  settle,
  signalOf,
  type TrackRecord,
  type Turn,
  type UtcDay,
} from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import { type HistoryRow, newestRowDay, PUBLIC_DAYS, rowInstant } from "../../domain/history.js";
import { dayBody } from "../../published/bodies.js";
import { HistoryFold } from "../../published/fold.js";
import type { Published } from "../../published/published.js";
import { CALM, type Scene } from "./scenes.js";

/** USD. Nobody takes it for a price, and every row has it. */
const PRICE_USD = 12_345.67;

/** More than the two hours after which a score is stale, at any minute of the hour. */
const STALE_MS = 3 * HOUR_MS;

/** The minute of the hour at which the next score is said to come. */
const SCORE_MINUTE = 5;

/**
 * Publishes what a scene shows at the beginning of an hour.
 *
 * @param sources names of all sources of the service; in the scene whose source fails it is the first
 */
export function publishScene(published: Published, scene: Scene, now: Instant, sources: readonly string[]): void {
  const { score, context, coverage = 1 } = scene;
  const at = plus(hourOf(now), scene.isStale ? -STALE_MS : 0);
  const { key: phase } = phaseOf(score);
  const read = { raw: score, score, phase };
  const quote = (value: number) => ({ value, source: sources.at(-1) ?? "sandbox", observedAt: at, fetchedAt: at });
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
    sources: sources.map((source, i) =>
      scene.isSourceFailing === true && i === 0
        ? { source, askedAt: at, answeredAt: plus(at, -STALE_MS), fault: "unreachable" }
        : { source, askedAt: at, answeredAt: at, fault: undefined },
    ),
    turned: { phase, since: dayOf(at) },
    minute: SCORE_MINUTE,
  });
  const newest = newestRowDay(now);
  const rows = rowsUpTo(newest, scene.rowScore ?? score);
  const revisions = scene.isCorrected === true ? [correctionOf(rows.at(-4) as SceneRow)] : [];
  published.history.put({ ...historyOf(rows, context), revisions });
  published.record.put(recordUpTo(addDays(newest, -1)));
}

/** The settled phase follows from all of them. */
type SceneRow = Omit<HistoryRow, "settled">;

/**
 * A wave that ends at the score, so that charts show a line.
 *
 * @returns the public days and the one before, oldest first
 */
function rowsUpTo(newest: UtcDay, score: number): readonly SceneRow[] {
  let smoothed: number | undefined;
  return Array.from({ length: PUBLIC_DAYS + 1 }, (_, index) => {
    const age = PUBLIC_DAYS - index;
    const raw = Math.min(MAX_SCORE, Math.max(0, score - 12 * Math.sin(age / 7)));
    smoothed = smoothed === undefined ? raw : smoothed + (2 / 11) * (raw - smoothed); // over 10 days
    const day = addDays(newest, -age);
    return {
      day,
      computedAt: rowInstant(day),
      modelVersion: MODEL_VERSION,
      raw,
      score: rounded(raw),
      smoothed,
      phase: phaseOf(rounded(raw)).key,
      btcPriceUsd: PRICE_USD,
      priceSource: "sandbox",
      origin: "live",
    };
  });
}

/** The rows with their changes. The flags that are up have gone up with the newest row. */
function historyOf(rows: readonly SceneRow[], context: Context) {
  const fold = new HistoryFold();
  let settled: SettledPhase | undefined;
  for (const [i, row] of rows.entries()) {
    settled = settle(settled, row.score, row.day);
    const flags = i === rows.length - 1 ? context : CALM;
    const { score, phase } = row;
    const shown = { signal: signalOf(phase, flags), settled: settled.phase, crypto: { score, phase }, coverage: 1 };
    const closed = { day: addDays(row.day, -1), closedAt: row.computedAt, ...NO_INPUTS };
    fold.take(dayBody({ closed, context: flags, row: { ...row, ...shown, fearGreed: undefined } }));
  }
  return fold.history(undefined);
}

const NO_FIGURES = { price: undefined, mvrv: undefined, fearGreed: undefined, dominance: undefined };
const NO_INPUTS = { ...NO_FIGURES, majors: {}, sources: {} };

/** The row should have said a point more. */
function correctionOf({ day, score: published, smoothed }: SceneRow): RevisionEntry {
  const score = Math.min(MAX_SCORE, published + 1);
  return {
    kind: "revision",
    number: 1,
    date: formatDay(day),
    revised_at: formatInstant(plus(rowInstant(day), 6 * HOUR_MS)),
    reason: "A made-up correction: a source had given a wrong price.",
    score,
    score_smoothed: rounded(smoothed),
    phase_key: phaseOf(score).key,
    btc_price_usd: PRICE_USD,
  };
}

/** Weeks of the record's curve: a wave of two years, so that the picture of the past shows a line. */
const CURVE_WEEKS = 208;

/** A high two years before a day and its low a year before, each in its outermost phase, and no flag up. */
function recordUpTo(last: UtcDay): TrackRecord {
  const [high, low] = [turn("high", addDays(last, -730)), turn("low", addDays(last, -365))];
  const curve = Array.from({ length: CURVE_WEEKS }, (_, week) => {
    const score = rounded(50 + 40 * Math.cos((4 * Math.PI * week) / CURVE_WEEKS));
    return { day: formatDay(addDays(last, 7 * (week - CURVE_WEEKS))), priceUsd: PRICE_USD, score };
  });
  const [from, to] = [curve[0]?.day ?? formatDay(last), formatDay(last)];
  const yearAfter = { days: 100, p10: -0.5, median: 0, p90: 0.8, rose: 0.5 };
  const phases = PHASES.map(({ key }) => ({ phase: key, days: 100, share: 0.2, yearAfter }));
  return {
    modelVersion: MODEL_VERSION,
    from,
    to,
    curve,
    turns: [high, low],
    topRisk: { alarms: [], misses: [high] },
    descentGuard: { alarms: [], misses: [low] },
    periods: [{ period: "later", from, to, days: 500, phases }],
    // One for each week: they give the points of the picture their phases.
    stays: curve.map(({ day, score }) => ({ phase: phaseOf(score).key, from: day })),
    settled: undefined,
    hindsight: { from, to, days: 730, meanAbsoluteError: 15, meanError: -5, halves: [] },
  };
}

function turn(kind: Turn["kind"], day: UtcDay): Turn {
  const score = kind === "high" ? 90 : 10;
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
