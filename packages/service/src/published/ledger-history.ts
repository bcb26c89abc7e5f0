/** The history of this installation: the ledger as it was last read and found sound, and what it folds into. */

import type { Instant, SettledPhase } from "peak-cycle-model";
import {
  type DayBody,
  type KeyEntry,
  LedgerError,
  type LedgerLine,
  LedgerReader,
  type LedgerSigner,
  nextLines,
  proofOf,
  type RevisionBody,
  type SignedHead,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { PublishingHeldError } from "../domain/errors.js";
import type { SignedHeadFile } from "../platform/signing-key.js";
import type { Stores } from "../storage/stores.js";
import { HistoryFold } from "./fold.js";
import type { ChainProof, History } from "./published.js";

/**
 * Reading the ledger is the check of it: what was read and found sound is published, and nothing else. One that is not
 * leaves what was published as it is, and nothing is appended to it.
 */
export class LedgerHistory {
  readonly #ledger: Stores["ledger"];
  readonly #kept: SignedHeadFile | undefined;
  readonly #report: (fault: LedgerError | undefined) => void;
  #reader = new LedgerReader();
  #fold = new HistoryFold();
  #isSound = false;
  #last: Promise<void> = Promise.resolve();
  #current: History | undefined;

  /**
   * @param kept the newest signed position, beside the key; `undefined` in a process without one
   * @param report called after each reading, with what was wrong
   */
  constructor(
    ledger: Stores["ledger"],
    kept: SignedHeadFile | undefined,
    report: (fault: LedgerError | undefined) => void,
  ) {
    [this.#ledger, this.#kept, this.#report] = [ledger, kept, report];
  }

  /** What may be published; `undefined` before a ledger was read and found sound. */
  get current(): History | undefined {
    this.#current ??= this.#isSound ? this.#fold.history(chainProof(this.#reader)) : undefined;
    return this.#current;
  }

  /** The inputs of all closed days, oldest first. */
  get days(): readonly ClosedDay[] {
    return this.#fold.days;
  }

  /** After the newest row. */
  get settled(): SettledPhase | undefined {
    return this.#fold.settled.at(-1);
  }

  /** The key that signs now. */
  get key(): KeyEntry | undefined {
    return this.#reader.keys.at(-1)?.key;
  }

  get length(): number {
    return this.#reader.length;
  }

  /**
   * Reads all of it, as it is stored now.
   *
   * @throws PublishingHeldError when it is not what was signed; what is current stays then
   */
  read(): Promise<void> {
    return this.#inTurn(() => this.#read());
  }

  async #read(): Promise<void> {
    const kept = await this.#kept?.read(); // before the ledger: another instance may sign meanwhile
    const [reader, fold] = [new LedgerReader(), new HistoryFold()];
    const shown = headOf(this.#reader);
    const fault = await readInto(
      this.#ledger,
      reader,
      (lines) => {
        for (const line of lines) fold.take(reader.add(line));
      },
      [kept, shown],
    );
    this.#report(fault);
    this.#isSound = fault === undefined;
    if (fault !== undefined) throw new PublishingHeldError(fault.message);
    [this.#reader, this.#fold, this.#current] = [reader, fold, undefined];
    await this.#keep();
  }

  /**
   * Appends entries and the statement about them, in one transaction.
   *
   * @param ledger as the process may write to it now
   * @throws LedgerConflictError when somebody else has appended since the last reading
   * @throws PublishingHeldError when what is stored is not what was signed
   */
  append(
    ledger: Pick<Stores["ledger"], "append">,
    bodies: readonly (DayBody | RevisionBody)[],
    signer: LedgerSigner,
    now: Instant,
  ): Promise<void> {
    return this.#inTurn(() => this.#append(ledger, bodies, signer, now));
  }

  async #append(
    ledger: Pick<Stores["ledger"], "append">,
    bodies: readonly (DayBody | RevisionBody)[],
    signer: LedgerSigner,
    now: Instant,
  ): Promise<void> {
    if (!this.#isSound) throw new PublishingHeldError("the ledger was not found sound");
    const lines = nextLines(this.#reader, bodies, signer, now);
    await ledger.append(lines);
    for (const line of lines) this.#fold.take(this.#reader.add(line));
    this.#current = undefined;
    await this.#keep();
  }

  /** One after the other: a reading that ends during an append would have its lines already. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #keep(): Promise<void> {
    const head = headOf(this.#reader);
    if (head !== undefined) await this.#kept?.keep(head);
  }
}

/** Reads a ledger to its end. @returns what is wrong with it */
export async function readInto(
  ledger: Pick<Stores["ledger"], "read">,
  reader: LedgerReader,
  onLines: (lines: readonly LedgerLine[]) => void,
  heads: readonly (SignedHead | undefined)[],
): Promise<LedgerError | undefined> {
  let fault: LedgerError | undefined;
  const noting = (work: () => void): void => {
    try {
      if (fault === undefined) work();
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error;
      fault = error;
    }
  };
  await ledger.read(0, (lines) => noting(() => onLines(lines)));
  noting(() => reader.finish());
  for (const head of heads) noting(() => reader.finish(head));
  return fault;
}

/** Reads a ledger and forgets it. @returns what is wrong with it */
export async function checkLedger(ledger: Pick<Stores["ledger"], "read">): Promise<LedgerError | undefined> {
  const reader = new LedgerReader();
  const add = (lines: readonly LedgerLine[]) => {
    for (const line of lines) reader.add(line);
  };
  return readInto(ledger, reader, add, []);
}

function headOf({ statement }: LedgerReader): SignedHead | undefined {
  return statement && { position: statement.claim.position, hash: statement.claim.hash };
}

function chainProof(reader: LedgerReader): ChainProof | undefined {
  const proof = proofOf(reader);
  if (proof === undefined) return undefined;
  const leaves = reader.leaves.slice(0, proof.position + 1);
  return { proof, leaves: `${leaves.join("\n")}\n`, keys: reader.keys.map(({ key }) => key) };
}
