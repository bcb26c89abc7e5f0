/**
 * Folds the ledger's bodies into the published history: rows, settled phases, changes and revisions. No model runs
 * here. Phase keys and other words are trusted, because the ledger was verified first.
 */

import {
  addDays,
  type Flags,
  instantOf,
  type PhaseKey,
  type SettledPhase,
  settle,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import { type Body, type DayBody, isDay, type RevisionEntry } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { ClosedDay } from "../domain/closed-day.js";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS, type RowOrigin, rowInstant } from "../domain/history.js";
import type { History } from "./published.js";

/** Decades: a year has some five phase changes and two flag changes. */
const MAX_ANNOUNCEMENTS = 500;

/** A flag change this many days before the next row is no longer announced; only a gap leaves days without rows. */
const MAX_GAP_DAYS = 31;

/** Everything read so far. */
export class HistoryFold {
  /** The inputs of all closed days, oldest first. */
  readonly days: ClosedDay[] = [];
  readonly rows: HistoryRow[] = [];
  readonly revisions: RevisionEntry[] = [];
  /** After the newest row. */
  settled: SettledPhase | undefined;
  #crypto: readonly CryptoDay[] = [];
  readonly #announcements: Announcement[] = [];
  #context: Flags = { descentGuard: null, topRisk: null };
  /** Flag changes waiting to be announced with the next row. */
  #flags: { readonly what: keyof Flags; readonly isUp: boolean; readonly day: UtcDay }[] = [];

  take(body: Body): void {
    if (body.public.kind === "revision") this.revisions.push(body.public);
    if (!isDay(body)) return;
    const closed = closedDayOf(body);
    this.days.push(closed);
    this.#takeFlags(body, closed.day);
    const row = rowOf(body);
    if (row === undefined) return;
    this.rows.push(row);
    this.#takeCrypto(body, closed, row.day);
    const before = this.settled;
    this.settled = settledAfter(before, row);
    this.#announce(row, before, this.settled);
  }

  #takeFlags({ public: shown }: DayBody, day: UtcDay): void {
    const context = { descentGuard: shown.descent_guard, topRisk: shown.top_risk } as Flags;
    for (const what of ["descentGuard", "topRisk"] as const) {
      if (context[what] !== this.#context[what]) this.#flags.push({ what, isUp: context[what] !== null, day });
    }
    this.#context = context;
  }

  #takeCrypto({ public: shown }: DayBody, { dominance, fearGreed }: ClosedDay, day: UtcDay): void {
    const crypto = shown.row?.crypto;
    if (crypto === undefined || crypto === null) return;
    const each = { day, score: crypto.score, phase: crypto.phase_key as PhaseKey, dominance, fearGreed };
    this.#crypto = [...this.#crypto.slice(1 - PUBLIC_DAYS), each];
  }

  #announce(row: HistoryRow, before: SettledPhase | undefined, { phase }: SettledPhase): void {
    const isBackfilled = row.origin === "backfill";
    const at = isBackfilled ? rowInstant(row.day) : row.computedAt;
    const told = { day: row.day, at, score: row.score, settled: phase, isBackfilled };
    const flags = this.#flags.filter(({ day }) => row.day <= addDays(day, MAX_GAP_DAYS));
    for (const { what, isUp } of flags) this.#announcements.push({ what, isUp, ...told });
    this.#flags = [];
    if (before === undefined || before.phase === phase) return;
    this.#announcements.push({ what: "phase", from: before.phase, to: phase, ...told });
  }

  /** The published history. */
  history(proof: History["proof"]): History {
    const announcements = this.#announcements.slice(-MAX_ANNOUNCEMENTS).reverse();
    const [rows, revisions] = [[...this.rows], [...this.revisions]];
    return { rows, crypto: this.#crypto, settled: this.settled, announcements, revisions, proof };
  }
}

/**
 * A row states only its settled phase; since when, and how near the next one is, follow from the scores. If this
 * program's model would have settled in another phase, the stored one counts, because it was announced.
 */
function settledAfter(before: SettledPhase | undefined, { day, score, settled: phase }: HistoryRow): SettledPhase {
  const next = settle(before, score, day);
  return next.phase === phase ? next : { phase, since: day, day, daysAway: 0 };
}

/** The frozen inputs of a closed day. */
function closedDayOf({ public: shown, private: kept }: DayBody): ClosedDay {
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

/** The row stored with a closed day. */
function rowOf({ public: { row: shown }, private: { row: kept } }: DayBody): HistoryRow | undefined {
  if (shown === null || kept === null) return undefined;
  return {
    day: utcDay(shown.date),
    computedAt: instantOf(shown.computed_at),
    modelVersion: shown.model_version,
    raw: kept.raw,
    score: shown.score,
    smoothed: kept.smoothed,
    phase: shown.phase_key as PhaseKey,
    settled: shown.settled_phase as PhaseKey,
    btcPriceUsd: kept.btc_price_usd,
    priceSource: kept.price_source,
    origin: shown.origin as RowOrigin,
  };
}
