/** Converts a closed day and its row to a ledger body; `fold.ts` converts it back. */

import { type Flags, formatDay, formatInstant, type PhaseKey, type Signal, scoreNumber } from "peak-cycle-model";
import type { DayBody } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { type HistoryRow, publicRow } from "../domain/history.js";

/** A closed day, the model's flags at its end, and the row of the following day with everything shown alongside it. */
export interface DayToAppend {
  readonly closed: ClosedDay;
  readonly context: Flags;
  /** `undefined` in the first two years. */
  readonly row: RowToAppend | undefined;
}

export interface RowToAppend extends HistoryRow {
  readonly signal: Signal;
  readonly crypto: ShownCrypto | undefined;
  /** 0..1 */
  readonly coverage: number;
  /** The Fear & Greed input of the row's day. */
  readonly fearGreed: number | undefined;
}

/** The second score, 0..100 with one decimal, and its phase. */
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
  const { crypto } = row;
  return {
    ...publicRow(row),
    signal: row.signal,
    settled_phase: row.settled,
    crypto: crypto === undefined ? null : { score: scoreNumber(crypto.score), phase_key: crypto.phase },
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

/** The defined members, sorted by name. */
function sorted<T>(table: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  const known = Object.entries(table).filter((each): each is [string, T] => each[1] !== undefined);
  return Object.fromEntries(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}
