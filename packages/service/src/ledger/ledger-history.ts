/** This installation's history: the ledger as last read and verified, and the history folded from it. */

import type { Instant, SettledPhase } from "peak-cycle-model";
import {
  appendTo,
  type DayBody,
  isDay,
  type KeyEntry,
  Ledger,
  LedgerError,
  type LedgerSigner,
  proofOf,
  type RevisionBody,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { SerialQueue } from "../platform/serial-queue.js";
import { rowForm } from "../published/history-reply.js";
import type { ChainProof, History } from "../published/published.js";
import type { Db } from "../storage/database.js";
import { appendLines, readLines } from "../storage/ledger.js";
import { rowOf } from "./day-body.js";
import { HistoryFold } from "./history-fold.js";
import { checkOwn, type KnownLedger, knownLedger, type OwnLedger } from "./own-ledger.js";

/** Decides whether anything may be signed. */
export interface LedgerGate {
  /** @param fault the first invalid entry; `undefined` if the ledger is sound */
  ledgerRead(fault: LedgerError | undefined): void;
  /** @throws PublishingHeldError or NotEnoughDataError while nothing may be signed */
  check(): void;
}

/**
 * Reading the ledger verifies it, and only a verified ledger that is our own is published. If that fails, the published
 * history stays as it was and nothing is appended.
 */
export class LedgerHistory {
  readonly #db: Db;
  readonly #own: OwnLedger | undefined;
  readonly #gate: LedgerGate | undefined;
  #ledger = new Ledger();
  #fold = new HistoryFold();
  /** Whether a ledger has been found sound. */
  #isRead = false;
  /** Whether the newest read found it so. */
  #isSound = false;
  #current: History | undefined;
  /** Reads and appends take turns: a read that finishes during an append would already contain its lines. */
  readonly #queue = new SerialQueue();

  /**
   * @param own `undefined` in a process without a key: the first ledger it reads is its own
   * @param gate observes each read, and may refuse an append; none in a command
   */
  constructor(db: Db, own?: OwnLedger, gate?: LedgerGate) {
    this.#db = db;
    this.#own = own;
    this.#gate = gate;
  }

  /** The history to publish; `undefined` until a ledger has been read and verified. */
  get current(): History | undefined {
    return this.#isRead ? this.#history() : undefined;
  }

  /** Built only on demand: the first fetch appends hundreds of times before it is needed. */
  #history(): History {
    this.#current ??= this.#fold.history(chainProof(this.#ledger));
    return this.#current;
  }

  /** The inputs of all closed days, oldest first. */
  get days(): readonly ClosedDay[] {
    return this.#fold.days;
  }

  /** All rows as they were computed, oldest first; `current` has them as they are published. */
  get computedRows(): readonly HistoryRow[] {
    return this.#fold.computedRows;
  }

  /** After the newest row. */
  get settled(): SettledPhase | undefined {
    return this.#fold.settled;
  }

  /** The key that signs now; `undefined` if the ledger is empty. */
  get key(): KeyEntry | undefined {
    return this.#ledger.key;
  }

  /**
   * Whether the ledger has been read and found sound up to this position, its newest; -1 if it is empty.
   *
   * @param hash of the newest entry, if it is known
   */
  isUpTo(position: number, hash?: string | null): boolean {
    const { length, hash: newest } = this.#ledger;
    return this.#isSound && length === position + 1 && (hash ?? newest) === newest;
  }

  /**
   * Reads and verifies the whole stored ledger.
   *
   * @returns the new `current`
   * @throws PublishingHeldError when it differs from what was signed, or was not signed by us; `current` then stays as
   * it was
   */
  read(): Promise<History> {
    return this.#queue.run(async () => {
      const own = this.#own && (await knownLedger(this.#own));
      const { ledger, fold, fault } = await readLedger(this.#db, { ...own, before: this.#ledger });
      this.#gate?.ledgerRead(fault);
      this.#isSound = fault === undefined;
      if (fault !== undefined) throw new PublishingHeldError(fault.message);
      await this.#accept(ledger, fold);
      return this.#history();
    });
  }

  /**
   * Appends entries and their statement in one transaction.
   *
   * @param db as the process may write to it now
   * @throws NotPublishableError when the row of a day breaks the public contract
   * @throws LedgerConflictError when another process has appended since the last read
   * @throws PublishingHeldError when the stored ledger differs from what was signed, another key has replaced the
   *   signer's, or the sources contradict the clock
   * @throws NotEnoughDataError when too few sources have confirmed the clock
   */
  append(db: Db, bodies: readonly (DayBody | RevisionBody)[], signer: LedgerSigner, now: Instant): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#isSound) throw new PublishingHeldError("the ledger is not sound");
      for (const body of bodies) checkPublicForm(body);
      if (bodies.length > 0) this.#gate?.check(); // a change of the key contains no day
      const ledger = this.#ledger.copy();
      const isReplaced =
        ledger.key?.key_id !== signer.keyId && ledger.keys.some(({ entry }) => entry.key_id === signer.keyId);
      if (isReplaced) throw new PublishingHeldError(`the key ${ledger.key?.key_id} has replaced ${signer.keyId}`);
      await appendLines(db, appendTo(ledger, bodies, signer, now));
      for (const body of bodies) this.#fold.take(body);
      await this.#accept(ledger, this.#fold);
    });
  }

  async #accept(ledger: Ledger, fold: HistoryFold): Promise<void> {
    this.#ledger = ledger;
    this.#fold = fold;
    this.#current = undefined;
    this.#isRead = true;
    if (ledger.statement !== undefined) await this.#own?.headFile.keep(ledger.statement);
  }
}

/** What has been signed can never be removed, so it must be publishable. @throws NotPublishableError */
function checkPublicForm(body: DayBody | RevisionBody): void {
  const row = isDay(body) ? rowOf(body) : undefined;
  if (row !== undefined) rowForm(row);
}

/**
 * Reads a whole ledger.
 *
 * @param own what it must continue; by default any sound ledger
 * @returns the ledger, its fold, and the first fault: it is not sound, differs from what was signed, or is not our own
 */
export async function readLedger(
  db: Db,
  own: KnownLedger = {},
): Promise<{ readonly ledger: Ledger; readonly fold: HistoryFold; readonly fault: LedgerError | undefined }> {
  const ledger = new Ledger();
  const fold = new HistoryFold();
  let fault: LedgerError | undefined;
  try {
    await readLines(db, (lines) => {
      for (const line of lines) fold.take(ledger.add(line));
    });
    ledger.checkEnd();
    checkOwn(ledger, own);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    fault = error;
  }
  return { ledger, fold, fault };
}

/** The public part of a ledger; `undefined` before the first statement. */
export function chainProof(ledger: Ledger): ChainProof | undefined {
  const proof = proofOf(ledger);
  if (proof === undefined) return undefined;
  const leaves = ledger.leaves.slice(0, proof.position + 1);
  return { proof, leaves: `${leaves.join("\n")}\n`, keys: ledger.keys.map(({ entry }) => entry) };
}
