/** A closed day and its row in the format of the ledger, which is written once and read in order. */

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
export function dayBody(closedDay: ClosedDay, flags: Flags, row: HistoryRow | undefined): DayBody {
  return {
    public: {
      kind: "day",
      closed: formatDay(closedDay.day),
      descent_guard: flags.descentGuard,
      top_risk: flags.topRisk,
      row: row === undefined ? null : shownPart(row),
    },
    private: {
      closed_at: formatInstant(closedDay.closedAt),
      btc_close: closedDay.price ?? null,
      mvrv: closedDay.mvrv ?? null,
      fear_greed: closedDay.fearGreed ?? null,
      dominance: closedDay.dominance ?? null,
      majors: sortedTable(closedDay.majors),
      sources: sortedTable(closedDay.sources),
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
function sortedTable<T>(table: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  const entries = Object.entries(table).filter((each): each is [string, T] => each[1] !== undefined);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

// Phase keys and other words are trusted when they are read, because the ledger was verified first.

export function closedDayOf({ public: publicPart, private: privatePart }: DayBody): ClosedDay {
  return {
    day: utcDay(publicPart.closed),
    closedAt: instantOf(privatePart.closed_at),
    price: privatePart.btc_close ?? undefined,
    mvrv: privatePart.mvrv ?? undefined,
    fearGreed: privatePart.fear_greed ?? undefined,
    dominance: privatePart.dominance ?? undefined,
    majors: privatePart.majors,
    sources: privatePart.sources,
  };
}

/** The model's flags at the end of the day. */
export function flagsOf({ public: publicPart }: DayBody): Flags {
  return { descentGuard: publicPart.descent_guard, topRisk: publicPart.top_risk } as Flags;
}

/**
 * The row as published: with the rounded numbers of the public part, which anyone can check.
 *
 * @returns `undefined` for a day of the first two years
 */
export function rowOf({
  public: { row: publicFields },
  private: { row: privateFields },
}: DayBody): HistoryRow | undefined {
  if (publicFields === null || privateFields === null) return undefined;
  const { crypto } = publicFields;
  const [origin, standIn] = publicFields.origin.split("-");
  return {
    day: utcDay(publicFields.date),
    computedAt: instantOf(publicFields.computed_at),
    modelVersion: publicFields.model_version,
    raw: privateFields.raw,
    score: publicFields.score,
    smoothed: publicFields.score_smoothed,
    phase: publicFields.phase_key as PhaseKey,
    signal: publicFields.signal as Signal,
    settled: publicFields.settled_phase as PhaseKey,
    crypto: crypto === null ? undefined : { score: crypto.score, phase: crypto.phase_key as PhaseKey },
    coverage: privateFields.coverage,
    fearGreed: privateFields.fear_greed ?? undefined,
    btcPriceUsd: publicFields.btc_price_usd,
    priceSource: privateFields.price_source,
    standIn: standIn as StandIn | undefined,
    origin: origin as RowOrigin,
  };
}

/** The row as it was computed, with unrounded numbers, to compute it again. Never published. */
export function computedRowOf(body: DayBody): HistoryRow | undefined {
  const [row, privateFields] = [rowOf(body), body.private.row];
  if (row === undefined || privateFields === null) return undefined;
  return { ...row, smoothed: privateFields.smoothed, btcPriceUsd: privateFields.btc_price_usd };
}
