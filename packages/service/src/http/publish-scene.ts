/**
 * Publishes a scene of the sandbox: a score, a small signed ledger and a track record. The ledger and the record are
 * read by the code that reads the real ones, so all forms of a scene agree.
 */
import { createHash, createPrivateKey } from "node:crypto";
import {
  addDays,
  FIRST_DAY,
  formatDay,
  formatInstant,
  HOUR_MS,
  hourOf,
  type Instant,
  MAX_SCORE,
  MINUTE_MS,
  MODEL_VERSION,
  phaseOf,
  plus,
  type RecordDay,
  recordOfDays,
  roundScore,
  settle,
  signalOf,
  type TrackRecord,
  type UtcDay,
} from "peak-cycle-model";
import { appendTo, type DayBody, Ledger, leafOf, type RevisionBody } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import { type HistoryRow, newestRowDay, PUBLIC_DAYS, rowInstant } from "../domain/history.js";
import type { InputState } from "../domain/input-state.js";
import { METRICS, type Metric } from "../domain/observation.js";
import { closingOf } from "../jobs/compute-row.js";
import { dayBody } from "../ledger/day-body.js";
import { HistoryFold } from "../ledger/history-fold.js";
import { chainProof } from "../ledger/ledger-history.js";
import { signerOf } from "../ledger/signing-key.js";
import type { History, Published } from "../published/published.js";
import { namesInOrder } from "../sources/order.js";
import { NO_FLAGS, type Scene, type SceneState } from "./scenes.js";

/** USD. Obviously made up, and the same in every row. */
const PRICE_USD = 12_345.67;

/** Over two hours at any minute of the hour, so the score is stale. */
const STALE_MS = 3 * HOUR_MS;

/** The minute of the hour at which the next score is announced. */
const SCORE_MINUTE = 5;

/**
 * Publishes a scene.
 *
 * @param now the beginning of the current hour, or of the current minute if the scene has steps
 * @param sources names of all sources of the service
 */
export function publishScene(published: Published, scene: Scene, now: Instant, sources: readonly string[]): void {
  const { coverage = 1 } = scene;
  const { score, flags = NO_FLAGS } = stateAt(scene, now);
  const at = plus(now, scene.isStale ? -STALE_MS : 0);
  const reading = readingOf(score, flags);
  const quote = (value: number) => ({ value, source: sources.at(-1) ?? "sandbox", observedAt: at, fetchedAt: at });
  const failing = { answeredAt: plus(at, -STALE_MS), fault: "unreachable" } as const;
  published.show({
    score: {
      hour: hourOf(at),
      computedAt: at,
      modelVersion: MODEL_VERSION,
      btc: reading,
      crypto: reading,
      flags,
      coverage,
      btcPriceUsd: PRICE_USD,
    },
    market: { btcPrice: quote(PRICE_USD), btcDominance: quote(50), fearGreed: quote(50) },
    sources: sources.map((source, i) => {
      const state = { source, askedAt: at, answeredAt: at, fault: undefined };
      return scene.isSourceFailing && i === 0 ? { ...state, ...failing } : state;
    }),
    inputs: METRICS.map((metric) => {
      const [first] = scene.isSourceFailing ? sources : [];
      return inputOf(metric, quote(0).source, namesInOrder(metric)[0] === first ? first : undefined, at);
    }),
    minute: SCORE_MINUTE,
  });
  const newest = newestRowDay(now);
  const isSameDay = published.history.get()?.rows.at(-1)?.day === newest;
  if (!isSameDay || scene.steps !== undefined) published.history.put(historyUpTo(newest, scene, now));
  if (!isSameDay) published.record.put(recordUpTo(addDays(newest, -1)));
}

/** An input on which both of its sources agree, unless the first one is silent and the second one replaces it. */
function inputOf(metric: Metric, source: string, silentSource: string | undefined, at: Instant): InputState {
  const since = plus(at, -STALE_MS);
  const state = { metric, notedAt: at, source, observedAt: at, enabled: 2, unsure: undefined, refused: [] };
  if (silentSource === undefined) {
    return { ...state, agreeing: 2, silent: [], unconfirmedSince: undefined, replacedSince: undefined };
  }
  return {
    ...state,
    agreeing: 1,
    silent: [{ source: silentSource, since }],
    unconfirmedSince: since,
    replacedSince: since,
  };
}

/** The state of a scene at an instant, and the previous one. */
function stateAt(scene: Scene, now: Instant): SceneState & { readonly before?: SceneState } {
  const { steps } = scene;
  if (steps === undefined) return scene;
  const minutes = Math.floor(now / MINUTE_MS);
  const [state = scene, before = scene] = [steps[minutes % steps.length], steps[(minutes - 1) % steps.length]];
  return { ...state, before };
}

function readingOf(score: number, flags = NO_FLAGS) {
  const { key: phase } = phaseOf(score);
  return { raw: score, score, smoothed: score, phase, signal: signalOf(phase, flags) };
}

/** The public days and the previous one, signed, after a past of days without rows, so that a verifier accepts it. */
function historyUpTo(newest: UtcDay, scene: Scene, now: Instant): History {
  const { fold, bodies } = foldUpTo(newest, scene, now);
  const ledger = new Ledger();
  appendTo(ledger, [], SIGNER, rowInstant(newest));
  ledger.addHiddenDays(leavesUntil(addDays(newest, -1 - PUBLIC_DAYS)));
  appendTo(ledger, bodies, SIGNER, rowInstant(newest));
  const history = fold.history(chainProof(ledger));
  return scene.steps === undefined ? history : { ...history, announcements: recentChanges(scene, now) };
}

/** The entries of days without rows, the same in all scenes. They are created only once, in about 50 ms. */
const leaves: string[] = [];

/** @param end the first day without a leaf */
function leavesUntil(end: UtcDay): readonly string[] {
  for (let day = addDays(FIRST_DAY, leaves.length); day < end; day = addDays(day, 1)) {
    leaves.push(leafOf(dayBody({ day, closedAt: rowInstant(addDays(day, 1)), ...NO_INPUTS }, NO_FLAGS, undefined)));
  }
  return leaves.slice(0, end - FIRST_DAY);
}

/** How long a change stays in the feeds of a scene with steps. */
const FEED_MINUTES = 60;

/** The changes of the last hour, newest first, as if each minute were a day. */
function recentChanges(scene: Scene, now: Instant): readonly Announcement[] {
  return Array.from({ length: FEED_MINUTES }, (_, age) => plus(now, -age * MINUTE_MS)).flatMap((at) => {
    const day = newestRowDay(at);
    const { announcements } = foldUpTo(day, scene, at).fold;
    const own = announcements.filter((each) => each.day === day).reverse();
    return own.map((each): Announcement => ({ ...each, at, serial: at / MINUTE_MS }));
  });
}

/**
 * The public days and the previous one: a wave that ends at the score, so that charts show a line. The flags were set
 * with the newest row. In a scene with steps, all rows except the newest belong to the previous step.
 */
function foldUpTo(newest: UtcDay, scene: Scene, now: Instant) {
  const { score, flags, before } = stateAt(scene, now);
  const { rowScore = score, isCorrected } = scene;
  const fold = new HistoryFold();
  const bodies: (DayBody | RevisionBody)[] = [];
  const take = (body: DayBody | RevisionBody): void => {
    fold.take(body);
    bodies.push(body);
  };
  for (let age = PUBLIC_DAYS; age >= 0; age--) {
    const end = age === 0 ? rowScore : (before?.score ?? rowScore);
    const wave = roundScore(Math.min(MAX_SCORE, Math.max(0, end - 12 * Math.sin(age / 7))));
    take(bodyOf(addDays(newest, -age), wave, fold, age === 0 ? flags : before?.flags));
  }
  const wrong = isCorrected ? fold.rows.at(-4) : undefined;
  if (wrong !== undefined) take(correctionOf(wrong));
  return { fold, bodies };
}

/** The key of all scenes and instances. Anyone can derive it, so its signatures prove nothing. */
const SEED = createHash("sha256").update("Anyone may sign for the sandbox.").digest("hex");
/** The prefix of an Ed25519 seed in PKCS #8 (RFC 8410, 10.3). */
const PREFIX = "302e020100300506032b657004220420";
const KEY = createPrivateKey({ key: Buffer.from(PREFIX + SEED, "hex"), format: "der", type: "pkcs8" });
const SIGNER = signerOf(KEY);

const NO_FIGURES = { price: undefined, mvrv: undefined, fearGreed: undefined, dominance: undefined };
const NO_INPUTS = { ...NO_FIGURES, majors: {}, sources: {} };

/** @param before the days before */
function bodyOf(day: UtcDay, score: number, before: HistoryFold, flags = NO_FLAGS): DayBody {
  const reading = readingOf(score, flags);
  const smoothed = before.computedRows.at(-1)?.smoothed ?? score;
  const row = {
    ...reading,
    smoothed: smoothed + (2 / 11) * (score - smoothed), // over 10 days
    day,
    computedAt: rowInstant(day),
    modelVersion: MODEL_VERSION,
    crypto: reading,
    coverage: 1,
    fearGreed: undefined,
    btcPriceUsd: PRICE_USD,
    priceSource: "sandbox",
    origin: "live",
  } as const;
  const closedDay = { day: addDays(day, -1), closedAt: rowInstant(day), ...NO_INPUTS };
  return closingOf(closedDay, flags, before.settled, row).body;
}

/** Corrects a row by one point. */
function correctionOf({ day, score: wrong }: HistoryRow): RevisionBody {
  const score = roundScore(Math.min(MAX_SCORE, wrong + 1));
  const revision = {
    kind: "revision",
    number: 1,
    date: formatDay(day),
    revised_at: formatInstant(plus(rowInstant(day), 6 * HOUR_MS)),
    reason: "A made-up correction: a source had given a wrong price.",
    score,
    score_smoothed: score,
    phase_key: phaseOf(score).key,
    btc_price_usd: PRICE_USD,
  } as const;
  return { public: revision, private: { price: PRICE_USD } };
}

/** Three years hold two waves: highs and lows in the outermost phases, and a year after each phase. */
const RECORD_DAYS = 1096;
const WAVE_DAYS = RECORD_DAYS / 2;

/** The price follows the score and grows, so that each high exceeds the previous one. No flag is set. */
function recordUpTo(last: UtcDay): TrackRecord {
  const days: RecordDay[] = [];
  for (let age = RECORD_DAYS - 1; age >= 0; age--) {
    const wave = Math.sin((-2 * Math.PI * age) / WAVE_DAYS);
    const day = addDays(last, -age);
    const reading = readingOf(roundScore(50 + 40 * wave));
    days.push({
      day,
      price: PRICE_USD * 3 ** wave * 2 ** (-age / RECORD_DAYS),
      btc: reading,
      context: NO_FLAGS,
      settled: settle(days.at(-1)?.settled, reading.score, day),
      readings: { score: reading.score, mvrv: undefined, mayer: undefined, powerLaw: undefined, fearGreed: undefined },
    });
  }
  return recordOfDays(days);
}
