/**
 * Folds the bodies of the ledger into what is published: rows, settled phases, changes and revisions. No model runs
 * here.
 */

import { addDays, type Context, type SettledPhase, settle, type UtcDay } from "peak-cycle-model";
import { type Body, isDay, isRevision } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { ClosedDay } from "../domain/closed-day.js";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS, type Revision, rowInstant } from "../domain/history.js";
import { closedDayOf, contextOf, type RowToAppend, revisionOf, rowOf } from "./bodies.js";
import type { History } from "./published.js";

/** Some five changes of phase and two of flags a year: decades of them. */
const MAX_ANNOUNCEMENTS = 500;

/** After so many days without a row, a change of a flag is no news: only a gap has days without one. */
const MAX_GAP_DAYS = 31;

/** What was read so far. */
export class HistoryFold {
  /** The inputs of all closed days, oldest first. */
  readonly days: ClosedDay[] = [];
  readonly rows: HistoryRow[] = [];
  readonly revisions: Revision[] = [];
  /** After each of the newest 31 rows. */
  settled: readonly SettledPhase[] = [];
  #crypto: readonly CryptoDay[] = [];
  readonly #announcements: Announcement[] = [];
  #context: Context = { descentGuard: null, topRisk: null };
  /** Changes of flags that wait for a row to be told with. */
  #flags: { readonly what: "descentGuard" | "topRisk"; readonly isUp: boolean; readonly day: UtcDay }[] = [];

  take(body: Body): void {
    if (isRevision(body)) this.revisions.push(revisionOf(body));
    if (!isDay(body)) return;
    const closed = closedDayOf(body);
    this.days.push(closed);
    this.#takeFlags(contextOf(body), closed.day);
    const row = rowOf(body);
    if (row !== undefined) this.#takeRow(row, closed);
  }

  #takeFlags(context: Context, day: UtcDay): void {
    for (const what of ["descentGuard", "topRisk"] as const) {
      if (context[what] !== this.#context[what]) this.#flags.push({ what, isUp: context[what] !== null, day });
    }
    this.#context = context;
  }

  #takeRow(row: RowToAppend, closed: ClosedDay): void {
    const { signal: _signal, settled: phase, crypto, coverage: _coverage, fearGreed: _fearGreed, ...plain } = row;
    this.rows.push(plain);
    const before = this.settled.at(-1);
    const next = settle(before, row.score, row.day);
    // What was shown is stored: another model may settle otherwise, and changes nothing that was told.
    const settled = next.phase === phase ? next : { phase, since: row.day, day: row.day, daysAway: 0 };
    this.settled = [...this.settled.slice(-PUBLIC_DAYS), settled];
    if (crypto !== undefined) {
      const { dominance, fearGreed } = closed;
      this.#crypto = [...this.#crypto.slice(1 - PUBLIC_DAYS), { day: row.day, ...crypto, dominance, fearGreed }];
    }
    this.#announce(row, before, settled);
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

  /** What the public may see of it. */
  history(proof: History["proof"]): History {
    const announcements = this.#announcements.slice(-MAX_ANNOUNCEMENTS).reverse();
    return {
      rows: [...this.rows],
      crypto: this.#crypto,
      settled: this.settled,
      announcements,
      revisions: [...this.revisions],
      proof,
    };
  }
}
