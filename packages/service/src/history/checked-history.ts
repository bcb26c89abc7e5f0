import { addDays, type Context, CycleModel, type DayInputs, type UtcDay } from "peak-cycle-model";
import {
  type ChainProof,
  type CheckedStore,
  type PublicKey,
  proofOf,
  type Statement,
  type StoredDay,
} from "peak-cycle-verify";
import { type ClosedDay, readSources } from "../domain/closed-day.js";
import { type CryptoDay, type HistoryRow, PUBLIC_DAYS, type Revision } from "../domain/history.js";
import { type SettledRows, settledRows } from "./settled-rows.js";

/**
 * The stored history as one check has read it and found it to be what was signed. Everything that is shown or signed is
 * taken from here: what somebody changes in the database after the check is never read.
 */
export interface CheckedHistory extends Pick<CheckedStore, "chain" | "leaves" | "links" | "keys" | "statement"> {
  /** All history rows, oldest first. */
  readonly rows: readonly HistoryRow[];
  readonly settled: SettledRows;
  /** In the order of their numbers. */
  readonly revisions: readonly Revision[];
  /** Of the closed days, oldest first. */
  readonly flagChanges: readonly FlagChange[];
  /** What the model and the sources say of crypto on the newest closed days, dated like the rows, on the day after. Oldest first, at most `PUBLIC_DAYS`. */
  readonly cryptoDays: readonly CryptoDay[];
}

/** A flag that is up on a closed day and was not on the day before, or the other way round. */
export interface FlagChange {
  readonly flag: keyof Context;
  readonly isUp: boolean;
  /** The closed day. */
  readonly day: UtcDay;
}

/** Reads checked days, oldest first, through the model. */
export class HistoryReader {
  readonly model = new CycleModel();
  private readonly rows: HistoryRow[] = [];
  private readonly flagChanges: FlagChange[] = [];
  private cryptoDays: readonly CryptoDay[] = [];
  private context: Context = { descentGuard: null, topRisk: null };
  private lastDay: StoredDay | undefined;

  take(stored: StoredDay): void {
    // Signed figures are those of the service, so their phases and coins are known ones.
    const { context, crypto } = this.model.append(stored as DayInputs);
    for (const flag of ["descentGuard", "topRisk"] as const) {
      if (context[flag] === this.context[flag]) continue;
      this.flagChanges.push({ flag, isUp: context[flag] !== null, day: stored.day });
    }
    this.context = context;
    if (crypto !== undefined) {
      const { score, phase } = crypto;
      const { dominance, fearGreed } = stored;
      const day = { day: addDays(stored.day, 1), score, phase, dominance, fearGreed };
      this.cryptoDays = [...this.cryptoDays.slice(1 - PUBLIC_DAYS), day];
    }
    if (stored.row !== undefined) this.rows.push(stored.row as HistoryRow);
    this.lastDay = stored;
  }

  /** The newest closed day. @throws StorageError */
  get last(): ClosedDay | undefined {
    if (this.lastDay === undefined) return undefined;
    const { row: _row, sources, ...day } = this.lastDay;
    return { ...(day as Omit<ClosedDay, "sources">), sources: readSources(day.day, sources) };
  }

  /** What was read, with what the check of its chain has found. */
  history({ chain, leaves, links, keys, statement, revisions }: CheckedStore): CheckedHistory {
    const { rows, flagChanges, cryptoDays } = this;
    const end = { chain, leaves, links, keys, statement, revisions: revisions as readonly Revision[] };
    return { rows, settled: settledRows(rows), flagChanges, cryptoDays, ...end };
  }
}

/** Adds a statement about the newest link to a checked history. @param key it was signed with */
export function withStatement(history: CheckedHistory, statement: Statement, key: PublicKey): CheckedHistory {
  const isKnown = history.keys.some(({ keyId }) => keyId === key.keyId);
  return { ...history, statement, keys: isKnown ? history.keys : [...history.keys, key] };
}

/** What the public is shown of the chain; `undefined` before the first statement. */
export function chainProof({ leaves, links, keys, statement }: CheckedHistory): ChainProof | undefined {
  const proof = statement && proofOf(links, statement);
  if (proof === undefined) return undefined;
  const signed = leaves.slice(0, proof.head.position + 1);
  return { proof, leaves: signed.map((leaf) => `${leaf}\n`).join(""), keys };
}
