/** A ledger with a few rows that a test chooses. */
import { addDays, DAY_MS, type Flags, type Instant, plus, type SettledPhase, settle } from "peak-cycle-model";
import type { DayBody, LedgerSigner } from "peak-cycle-verify";
import type { ClosedDay } from "../../src/domain/closed-day.js";
import type { HistoryRow } from "../../src/domain/history.js";
import { dayBody } from "../../src/ledger/day-body.js";
import { LedgerHistory } from "../../src/ledger/ledger-history.js";
import type { Db } from "../../src/storage/database.js";
import { testSigner } from "./test-signer.js";

const NO_FLAG: Flags = { descentGuard: null, topRisk: null };

/** Its settled phase follows from the earlier rows, and its crypto score equals its Bitcoin score. */
type SampleRow = Omit<HistoryRow, "settled" | "crypto">;

/**
 * What the ledger stores for closed days and the rows on top of them.
 *
 * @param before the settled phase after the previous row
 */
export function bodiesOf(
  days: readonly ClosedDay[],
  rows: readonly SampleRow[],
  before?: SettledPhase,
): readonly DayBody[] {
  let settled = before;
  return days.map((closed) => {
    const row = rows.find(({ day }) => day === addDays(closed.day, 1));
    if (row === undefined) return dayBody(closed, NO_FLAG, undefined);
    settled = settle(settled, row.score, row.day);
    const crypto = { score: row.score, phase: row.phase };
    return dayBody(closed, NO_FLAG, { ...row, settled: settled.phase, crypto });
  });
}

/** Appends and signs closed days with the rows on top of them, in one go. */
export async function appendDays(
  db: Db,
  days: readonly ClosedDay[],
  rows: readonly SampleRow[],
  signer: LedgerSigner = testSigner(),
): Promise<LedgerHistory> {
  const history = new LedgerHistory(db);
  await history.read();
  const bodies = bodiesOf(days, rows, history.settled);
  await history.append(db, bodies, signer, days.at(-1)?.closedAt ?? (0 as Instant));
  return history;
}

/** The stored history, read and verified. */
export async function storedHistory(db: Db): Promise<LedgerHistory> {
  const history = new LedgerHistory(db);
  await history.read();
  return history;
}

/** All stored rows as they were computed, oldest first. */
export async function storedRows(db: Db): Promise<readonly HistoryRow[]> {
  return (await storedHistory(db)).computedRows;
}

/** All stored closed days, oldest first. */
export async function storedDays(db: Db): Promise<readonly ClosedDay[]> {
  return (await storedHistory(db)).days;
}

/**
 * Appends a forgery, as someone could who can write to the database but has none of our keys: an unendorsed key, the
 * next day with a score of 99.9, and a statement by that key. The product's own code hashes and signs them.
 */
export async function appendForgery(db: Db, signer = testSigner()): Promise<void> {
  const history = await storedHistory(db);
  const [last, row] = [history.days.at(-1), history.current?.rows.at(-1)];
  if (last === undefined || row === undefined) throw new RangeError("there is no day to continue from");
  const closed = { ...last, day: addDays(last.day, 1) };
  const forged: HistoryRow = {
    ...row,
    day: addDays(row.day, 1),
    raw: 99.9,
    score: 99.9,
    smoothed: 99.9,
    phase: "PEAK",
  };
  await history.append(db, [dayBody(closed, NO_FLAG, forged)], signer, plus(row.computedAt, DAY_MS));
}
