/** What the ledger stores of a closed day and of a revision, made from our own types and read back into them. */

import {
  type Context,
  formatDay,
  formatInstant,
  instantOf,
  type PhaseKey,
  parseDay,
  type Signal,
  scoreNumber,
  twoDecimals,
  type UtcDay,
} from "peak-cycle-model";
import type { DayBody, RevisionBody } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { type HistoryRow, publicRow, type Revision, type RowOrigin } from "../domain/history.js";

/** A closed day, what the model says at its end, and the row of the day after with what was shown with it. */
export interface DayToAppend {
  readonly closed: ClosedDay;
  readonly context: Context;
  /** The first two years have none. */
  readonly row: RowToAppend | undefined;
}

export interface RowToAppend extends HistoryRow {
  readonly signal: Signal;
  readonly settled: PhaseKey;
  readonly crypto: ShownCrypto | undefined;
  /** 0..1 */
  readonly coverage: number;
  /** The input of that day. */
  readonly fearGreed: number | undefined;
}

/** 0..100, one decimal, and its phase. */
export interface ShownCrypto {
  readonly score: number;
  readonly phase: PhaseKey;
}

/** @throws RangeError for a number that is not finite */
export function dayBody({ closed, context, row }: DayToAppend): DayBody {
  return {
    public: {
      kind: "day",
      closed: formatDay(closed.day),
      descent_guard: context.descentGuard,
      top_risk: context.topRisk,
      row: row === undefined ? null : shownRow(row),
    },
    private: {
      closed_at: formatInstant(closed.closedAt),
      btc_close: closed.price ?? null,
      mvrv: closed.mvrv ?? null,
      fear_greed: closed.fearGreed ?? null,
      dominance: closed.dominance ?? null,
      majors: sorted(closed.majors),
      sources: sorted(closed.sources),
      row: row === undefined ? null : rowInputs(row),
    },
  };
}

function shownRow(row: RowToAppend): NonNullable<DayBody["public"]["row"]> {
  return {
    ...publicRow(row),
    signal: row.signal,
    settled_phase: row.settled,
    crypto: row.crypto === undefined ? null : { score: scoreNumber(row.crypto.score), phase_key: row.crypto.phase },
    computed_at: formatInstant(row.computedAt),
    model_version: row.modelVersion,
    origin: row.origin,
  };
}

function rowInputs(row: RowToAppend): NonNullable<DayBody["private"]["row"]> {
  return {
    raw: row.raw,
    smoothed: row.smoothed,
    coverage: row.coverage,
    btc_price_usd: row.btcPriceUsd,
    price_source: row.priceSource,
    fear_greed: row.fearGreed ?? null,
  };
}

/** The members that are there, by their names. */
function sorted<T>(table: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  const known = Object.entries(table).filter((each): each is [string, T] => each[1] !== undefined);
  return Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The inputs of a closed day, as they were frozen. */
export function closedDayOf({ public: shown, private: kept }: DayBody): ClosedDay {
  return {
    day: dayIn(shown.closed),
    closedAt: instantOf(kept.closed_at),
    price: kept.btc_close ?? undefined,
    mvrv: kept.mvrv ?? undefined,
    fearGreed: kept.fear_greed ?? undefined,
    dominance: kept.dominance ?? undefined,
    majors: kept.majors,
    sources: kept.sources,
  };
}

/** The flags at the end of a closed day. */
export function contextOf({ public: { descent_guard, top_risk } }: DayBody): Context {
  return { descentGuard: descent_guard, topRisk: top_risk } as Context;
}

/** The row on top of a closed day, and what was shown with it. Its words are ours: what is in the ledger was signed. */
export function rowOf({ public: { row: shown }, private: { row: kept } }: DayBody): RowToAppend | undefined {
  if (shown === null || kept === null) return undefined;
  const { crypto } = shown;
  return {
    day: dayIn(shown.date),
    computedAt: instantOf(shown.computed_at),
    modelVersion: shown.model_version,
    raw: kept.raw,
    score: shown.score,
    smoothed: kept.smoothed,
    phase: shown.phase_key as PhaseKey,
    btcPriceUsd: kept.btc_price_usd,
    priceSource: kept.price_source,
    origin: shown.origin as RowOrigin,
    signal: shown.signal as Signal,
    settled: shown.settled_phase as PhaseKey,
    crypto: crypto === null ? undefined : { score: crypto.score, phase: crypto.phase_key as PhaseKey },
    coverage: kept.coverage,
    fearGreed: kept.fear_greed ?? undefined,
  };
}

/** @param price the one that the row should have been computed with, in USD */
export function revisionBody({ number, day, revisedAt, reason, corrected }: Revision, price: number): RevisionBody {
  return {
    public: {
      kind: "revision",
      number,
      date: formatDay(day),
      revised_at: formatInstant(revisedAt),
      reason,
      score: scoreNumber(corrected.score),
      score_smoothed: scoreNumber(corrected.smoothed),
      phase_key: corrected.phase,
      btc_price_usd: twoDecimals(corrected.btcPriceUsd),
    },
    private: { price },
  };
}

export function revisionOf({ public: shown }: RevisionBody): Revision {
  return {
    number: shown.number,
    day: dayIn(shown.date),
    revisedAt: instantOf(shown.revised_at),
    reason: shown.reason,
    corrected: {
      score: shown.score,
      smoothed: shown.score_smoothed,
      phase: shown.phase_key as PhaseKey,
      btcPriceUsd: shown.btc_price_usd,
    },
  };
}

function dayIn(date: string): UtcDay {
  return parseDay(date) ?? (Number.NaN as UtcDay);
}
