import {
  addDays,
  type Context,
  endOf,
  FIRST_DAY,
  HOUR_MS,
  type Instant,
  MINUTE_MS,
  phaseOf,
  plus,
  published,
  signalOf,
  startOf,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import type { HistoryRow } from "../../src/domain/history.js";
import type { HourlyScore, Quote } from "../../src/domain/snapshot.js";
import type { SourceState } from "../../src/domain/source-state.js";
import { notePast } from "../../src/published/publish-now.js";
import type { Database } from "../../src/storage/database.js";
import { addScore } from "../../src/storage/scores.js";
import { putState } from "../../src/storage/state.js";
import { appendDays } from "./sample-ledger.js";

/** When the made-up score was computed. */
export const SCORED_AT = Date.parse("2026-11-21T07:05:00.250Z") as Instant;

const NEWEST_ROW = utcDay("2026-11-21");
const ROWS = 30;

export const CALM: Context = { descentGuard: null, topRisk: null };
export const BOTH_FLAGS: Context = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" };

/**
 * Stores what a service has published by a morning in November: 30 rows that wander through three phases, a score, a
 * record, and the states of some sources. All made up and independent of the model, so that a new model changes no
 * picture.
 */
export async function storePublishedPast(database: Database, context: Context, signer?: LedgerSigner): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, i) => row(i));
  await appendDays(database, daysBefore(NEWEST_ROW), rows, signer);
  const score = scoreAfter(rows.at(-1)!, context);
  const { raw } = score.btc;
  await addScore(database, score);
  await notePast(database);
  await putState(database, "now", {
    measures: { mvrv: raw + 1.9, thermo: raw + 31.7, plaw: raw - 12.9, ma200w: raw - 20.7 },
    market: {
      btcPrice: quote(84_391.27, "kraken"),
      btcDominance: quote(57.43, "coingecko"),
      fearGreed: quote(71, "alternative-me"),
    },
    sources: SOURCE_STATES,
    minute: 5,
  });
}

/** All closed days up to the one before a row, with a price that rises so slowly that no flag goes up. */
function daysBefore(rowDay: UtcDay): readonly ClosedDay[] {
  const known = { mvrv: undefined, fearGreed: undefined, dominance: undefined, majors: {}, sources: {} };
  return Array.from({ length: rowDay - FIRST_DAY }, (_, i): ClosedDay => {
    const day = addDays(FIRST_DAY, i);
    return { ...known, day, closedAt: endOf(day), price: 1 + i / 100 };
  });
}

/** One that answers, one that fails now, one that has never been of use; the others were not asked. */
const SOURCE_STATES: readonly SourceState[] = [
  { source: "kraken", askedAt: SCORED_AT, answeredAt: SCORED_AT, fault: undefined },
  { source: "coingecko", askedAt: SCORED_AT, answeredAt: plus(SCORED_AT, -HOUR_MS), fault: "throttled" },
  { source: "brk", askedAt: SCORED_AT, answeredAt: undefined, fault: "malformed" },
];

/** Slow tide and quick ripple, 36 to 66. */
function scoreOf(i: number): number {
  return 51 + 11 * Math.sin(i / 4.7 - 1.9) + 3.2 * Math.sin(i * 1.9) + i / 15;
}

function row(i: number): HistoryRow {
  const day = addDays(NEWEST_ROW, i - ROWS + 1);
  const score = published(scoreOf(i));
  return {
    day,
    computedAt: plus(startOf(day), 6 * HOUR_MS),
    modelVersion: "1",
    raw: scoreOf(i),
    score,
    smoothed: 0.55 * scoreOf(i - 1) + 0.45 * scoreOf(i - 3),
    phase: phaseOf(score).key,
    settled: phaseOf(score).key,
    btcPriceUsd: 84_000 + 460 * (scoreOf(i + 1) - 51) + 900 * Math.sin(i * 2.3),
    priceSource: "kraken",
    origin: "live",
  };
}

function scoreAfter(newest: HistoryRow, context: Context): HourlyScore {
  const score = published(newest.raw + 0.8);
  const phase = phaseOf(score).key;
  return {
    hour: (SCORED_AT - (SCORED_AT % HOUR_MS)) as Instant,
    computedAt: SCORED_AT,
    modelVersion: "1",
    btc: { raw: newest.raw + 0.8, score, phase, signal: signalOf(phase, context) },
    crypto: { raw: 47.91, score: 47.9, phase: "BULL" },
    context,
    coverage: 1,
    btcPriceUsd: 84_391.27,
  };
}

function quote(value: number, source: string): Quote {
  const at = plus(SCORED_AT, -MINUTE_MS);
  return { value, source, observedAt: at, fetchedAt: at };
}
