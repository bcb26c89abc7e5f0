/** A closed day and its row in the form of the ledger: written once, and read again in order. */

import {
  type Flags,
  formatDay,
  formatInstant,
  instantOf,
  type PhaseKey,
  type Signal,
  scoreNumber,
  utcDay,
} from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { type HistoryRow, publicRow, type RowOrigin, type StandIn } from "../domain/history.js";

/**
 * @param flags the model's flags at the end of the day
 * @param row of the following day; `undefined` in the first two years
 * @throws RangeError for a number that is not finite
 */
export function dayBody(closed: ClosedDay, flags: Flags, row: HistoryRow | undefined): DayBody {
  return {
    public: {
      kind: "day",
      closed: formatDay(closed.day),
      descent_guard: flags.descentGuard,
      top_risk: flags.topRisk,
      row: row === undefined ? null : shownPart(row),
    },
    private: {
      closed_at: formatInstant(closed.closedAt),
      btc_close: closed.price ?? null,
      mvrv: closed.mvrv ?? null,
      fear_greed: closed.fearGreed ?? null,
      dominance: closed.dominance ?? null,
      majors: sorted(closed.majors),
      sources: sorted(closed.sources),
      row: row === undefined ? null : keptPart(row),
    },
  };
}

function shownPart(row: HistoryRow): NonNullable<DayBody["public"]["row"]> {
  const { crypto } = row;
  return {
    ...publicRow(row),
    signal: row.signal,
    settled_phase: row.settled,
    crypto: crypto === undefined ? null : { score: scoreNumber(crypto.score), phase_key: crypto.phase },
    computed_at: formatInstant(row.computedAt),
    model_version: row.modelVersion,
    origin: row.standIn === undefined ? row.origin : `${row.origin}-${row.standIn}`,
  };
}

function keptPart(row: HistoryRow): NonNullable<DayBody["private"]["row"]> {
  return {
    raw: row.raw,
    smoothed: row.smoothed,
    coverage: row.coverage,
    btc_price_usd: row.btcPriceUsd,
    price_source: row.priceSource,
    fear_greed: row.fearGreed ?? null,
  };
}

/** The defined members, sorted by name. */
function sorted<T>(table: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  const known = Object.entries(table).filter((each): each is [string, T] => each[1] !== undefined);
  return Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

// Phase keys and other words are trusted when they are read, because the ledger was verified first.

export function closedDayOf({ public: shown, private: kept }: DayBody): ClosedDay {
  return {
    day: utcDay(shown.closed),
    closedAt: instantOf(kept.closed_at),
    price: kept.btc_close ?? undefined,
    mvrv: kept.mvrv ?? undefined,
    fearGreed: kept.fear_greed ?? undefined,
    dominance: kept.dominance ?? undefined,
    majors: kept.majors,
    sources: kept.sources,
  };
}

/** The model's flags at the end of the day. */
export function flagsOf({ public: shown }: DayBody): Flags {
  return { descentGuard: shown.descent_guard, topRisk: shown.top_risk } as Flags;
}

/**
 * The row as published: with the rounded numbers of the public part, which anyone can check.
 *
 * @returns `undefined` for a day of the first two years
 */
export function rowOf({ public: { row: shown }, private: { row: kept } }: DayBody): HistoryRow | undefined {
  if (shown === null || kept === null) return undefined;
  const { crypto } = shown;
  const [origin, standIn] = shown.origin.split("-");
  return {
    day: utcDay(shown.date),
    computedAt: instantOf(shown.computed_at),
    modelVersion: shown.model_version,
    raw: kept.raw,
    score: shown.score,
    smoothed: shown.score_smoothed,
    phase: shown.phase_key as PhaseKey,
    signal: shown.signal as Signal,
    settled: shown.settled_phase as PhaseKey,
    crypto: crypto === null ? undefined : { score: crypto.score, phase: crypto.phase_key as PhaseKey },
    coverage: kept.coverage,
    fearGreed: kept.fear_greed ?? undefined,
    btcPriceUsd: shown.btc_price_usd,
    priceSource: kept.price_source,
    standIn: standIn as StandIn | undefined,
    origin: origin as RowOrigin,
  };
}

/** The row as it was computed, with unrounded numbers, to compute it again. Never published. */
export function computedRowOf(body: DayBody): HistoryRow | undefined {
  const [row, kept] = [rowOf(body), body.private.row];
  if (row === undefined || kept === null) return undefined;
  return { ...row, smoothed: kept.smoothed, btcPriceUsd: kept.btc_price_usd };
}
