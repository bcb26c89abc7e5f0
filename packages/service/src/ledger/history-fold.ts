/** Folds the ledger's bodies into the published history. No model runs here: what was shown is stored. */

import { type Flags, type RowFlags, type SettledPhase, settle, signalOf } from "peak-cycle-model";
import { type Body, isDay, type RevisionEntry } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { ClosedDay } from "../domain/closed-day.js";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS, rowInstant } from "../domain/history.js";
import { historyForm } from "../published/history-reply.js";
import type { History } from "../published/published.js";
import { closedDayOf, computedRowOf, flagsOf, rowOf } from "./day-body.js";

/** Decades: a year has some five changes of the phase, five of the signal and two of a flag. */
const MAX_ANNOUNCEMENTS = 500;

/** Everything read so far. */
export class HistoryFold {
  /** The inputs of all closed days, oldest first. */
  readonly days: ClosedDay[] = [];
  /** The rows as published, oldest first. */
  readonly rows: HistoryRow[] = [];
  /** The same rows as they were computed. */
  readonly computedRows: HistoryRow[] = [];
  readonly revisions: RevisionEntry[] = [];
  /** After the newest row. */
  settled: SettledPhase | undefined;
  /** As of the newest row. */
  #flags: RowFlags | undefined;
  #crypto: readonly CryptoDay[] = [];
  /** Oldest first. */
  readonly announcements: Announcement[] = [];

  take(body: Body): void {
    if (body.public.kind === "revision") this.revisions.push(body.public);
    if (!isDay(body)) return;
    const [row, computedRow] = [rowOf(body), computedRowOf(body)];
    this.days.push(closedDayOf(body));
    if (computedRow !== undefined) this.computedRows.push(computedRow);
    // Flags of a day without a row are not announced; only the first years have such days.
    if (row !== undefined) this.#takeRow(row, flagsOf(body));
  }

  #takeRow(row: HistoryRow, flags: Flags): void {
    const { day, crypto } = row;
    this.rows.push(row);
    if (crypto !== undefined) {
      this.#crypto = [...this.#crypto.slice(1 - PUBLIC_DAYS), { day, ...crypto }];
    }
    const before = this.settled && this.#flags && { settled: this.settled, ...this.#flags };
    this.settled = settledAfter(this.settled, row);
    const isSame = before?.flags.descentGuard === flags.descentGuard && before.flags.topRisk === flags.topRisk;
    this.#flags = { flags, since: isSame ? before.since : day };
    if (before !== undefined) this.#announce(row, flags, before);
  }

  /** @param before as of the row before */
  #announce(row: HistoryRow, flags: Flags, before: { readonly settled: SettledPhase; readonly flags: Flags }): void {
    const { day, score, settled, origin, computedAt } = row;
    const [signal, oldSignal] = [signalOf(settled, flags), signalOf(before.settled.phase, before.flags)];
    const isBackfilled = origin === "backfill";
    const common = { day, at: isBackfilled ? rowInstant(day) : computedAt, score, settled, signal, isBackfilled };
    for (const what of ["descentGuard", "topRisk"] as const) {
      if (flags[what] === before.flags[what]) continue;
      this.announcements.push({ what, isUp: flags[what] !== null, ...common });
    }
    const from = before.settled.phase;
    if (from !== settled) this.announcements.push({ what: "phase", from, to: settled, ...common });
    if (oldSignal !== signal) this.announcements.push({ what: "signal", from: oldSignal, to: signal, ...common });
  }

  /** The published history. @throws NotPublishableError if one of the newest rows breaks the contract */
  history(proof: History["proof"]): History {
    return {
      reply: historyForm(this.rows),
      rows: [...this.rows],
      crypto: this.#crypto,
      settled: this.settled,
      flags: this.#flags,
      announcements: this.announcements.slice(-MAX_ANNOUNCEMENTS).reverse(),
      revisions: [...this.revisions],
      proof,
    };
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
