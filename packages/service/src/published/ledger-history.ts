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
  type SignedHead,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { PublishingHeldError } from "../domain/errors.js";
import { SerialQueue } from "../platform/serial-queue.js";
import type { SignedHeadFile } from "../platform/signing-key.js";
import type { Database } from "../storage/database.js";
import { appendLines, readLines } from "../storage/ledger.js";
import { rowOf } from "./day-body.js";
import { HistoryFold } from "./fold.js";
import { rowForm } from "./history-reply.js";
import type { ChainProof, History } from "./published.js";

/**
 * Reading the ledger verifies it, and only a verified ledger is published. If verification fails, the published history
 * stays as it was and nothing is appended.
 */
export class LedgerHistory {
  readonly #database: Database;
  readonly #kept: SignedHeadFile | undefined;
  readonly #report: (fault: LedgerError | undefined) => void;
  #ledger = new Ledger();
  #fold = new HistoryFold();
  /** Whether a ledger has been found sound. */
  #isRead = false;
  /** Whether the newest read found it so. */
  #isSound = false;
  #made: History | undefined;
  /** A read that finishes during an append would already contain its lines. */
  readonly #queue = new SerialQueue();

  /**
   * @param kept the file next to the key that holds the newest signed position; `undefined` in a process without a key
   * @param report called after each read, with the fault if there was one
   */
  constructor(
    database: Database,
    kept?: SignedHeadFile | undefined,
    report: (fault: LedgerError | undefined) => void = () => {},
  ) {
    this.#database = database;
    this.#kept = kept;
    this.#report = report;
  }

  /** The history to publish; `undefined` until a ledger has been read and verified. */
  get current(): History | undefined {
    return this.#isRead ? this.#history() : undefined;
  }

  /** Made only when it is asked for: the first fetch appends hundreds of times before anyone does. */
  #history(): History {
    this.#made ??= this.#fold.history(chainProof(this.#ledger));
    return this.#made;
  }

  /** The inputs of all closed days, oldest first. */
  get days(): readonly ClosedDay[] {
    return this.#fold.days;
  }

  /** After the newest row. */
  get settled(): SettledPhase | undefined {
    return this.#fold.settled;
  }

  /** The key that signs now; `undefined` if the ledger is empty. */
  get key(): KeyEntry | undefined {
    return this.#ledger.key;
  }

  /** Whether the ledger has been read and found sound up to this position, its newest; -1 if it is empty. */
  isUpTo(position: number): boolean {
    return this.#isSound && this.#ledger.length === position + 1;
  }

  /**
   * Reads and verifies the whole stored ledger.
   *
   * @returns the new `current`
   * @throws PublishingHeldError when it is not what was signed; `current` then stays as it was
   */
  read(): Promise<History> {
    return this.#queue.run(async () => {
      const kept = await this.#kept?.read(); // before the ledger, since another instance may sign meanwhile
      const { ledger, fold, fault } = await readLedger(this.#database, [kept, this.#ledger.statement]);
      this.#report(fault);
      this.#isSound = fault === undefined;
      if (fault !== undefined) throw new PublishingHeldError(fault.message);
      await this.#accept(ledger, fold);
      return this.#history();
    });
  }

  /**
   * Appends entries and their statement in one transaction.
   *
   * @param database as the process may write to it now
   * @throws NotPublishableError when the row of a day breaks the public contract
   *   LedgerConflictError when another process has appended since the last read
   * @throws PublishingHeldError when the stored ledger is not what was signed
   */
  append(
    database: Database,
    bodies: readonly (DayBody | RevisionBody)[],
    signer: LedgerSigner,
    now: Instant,
  ): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#isSound) throw new PublishingHeldError("the ledger was not found sound");
      for (const body of bodies) checkPublicForm(body);
      const ledger = this.#ledger.copy();
      await appendLines(database, appendTo(ledger, bodies, signer, now));
      for (const body of bodies) this.#fold.take(body);
      await this.#accept(ledger, this.#fold);
    });
  }

  async #accept(ledger: Ledger, fold: HistoryFold): Promise<void> {
    this.#ledger = ledger;
    this.#fold = fold;
    this.#made = undefined;
    this.#isRead = true;
    if (ledger.statement !== undefined) await this.#kept?.keep(ledger.statement);
  }
}

/** What is signed stays for ever, so it must be possible to show it. @throws NotPublishableError */
function checkPublicForm(body: DayBody | RevisionBody): void {
  const row = isDay(body) ? rowOf(body) : undefined;
  if (row !== undefined) rowForm(row);
}

/**
 * Reads a whole ledger. @param heads that it must contain @returns the ledger, its fold, and the fault if there is one
 */
export async function readLedger(
  database: Database,
  heads: readonly (SignedHead | undefined)[] = [],
): Promise<{ readonly ledger: Ledger; readonly fold: HistoryFold; readonly fault: LedgerError | undefined }> {
  const ledger = new Ledger();
  const fold = new HistoryFold();
  let fault: LedgerError | undefined;
  try {
    await readLines(database, (lines) => {
      for (const line of lines) fold.take(ledger.add(line));
    });
    ledger.checkEnd();
    for (const head of heads) if (head !== undefined) ledger.mustContain(head);
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
