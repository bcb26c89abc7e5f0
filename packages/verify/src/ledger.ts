/**
 * The ledger: append-only entries, chained by hash and signed. It is checked by reading it in order; stored and
 * published ledgers go through the same code. docs/verifying.md specifies the format byte by byte.
 */

import { addDays, FIRST_DAY, formatDay } from "peak-cycle-model";
import {
  type Body,
  dayOf,
  type Entry,
  entryOf,
  type KeyEntry,
  type RevisionEntry,
  readBody,
  readEntry,
} from "./entries.js";
import { FIRST_HASH, FORMAT, hashAfter, sha256 } from "./hash.js";
import { isEndorsed, isSigned, isUsableKey, keyIdOf } from "./keys.js";
import { Fault, fields, moment, need, parseJson } from "./shape.js";

/** One row of the table `ledger`. */
export interface LedgerLine {
  /** 0, 1, 2, … */
  readonly position: number;
  readonly kind: string;
  /** The closed or revised day, in days since 1970; `null` for other kinds. */
  readonly day: number | null;
  readonly body: string;
  readonly hash: string;
}

/** An entry is invalid. The message says which one and why, without quoting it. */
export class LedgerError extends Fault {
  override readonly name = "LedgerError";
  readonly position: number;
  constructor(position: number, why: string) {
    super(`entry ${position}: ${why}`);
    this.position = position;
  }
}

/** A position and the hash after it. Saving one reveals whether the ledger's end was later cut off or rewritten. */
export interface SignedHead {
  readonly position: number;
  readonly hash: string;
}

/** An entry and its position in the ledger. */
export interface Placed<E = Entry> {
  readonly position: number;
  readonly entry: E;
  /** The entry as published. */
  readonly text: string;
}

/** The newest statement, with the position and hash of the entry before it. */
export interface Statement extends SignedHead {
  readonly text: string;
  readonly signature: string;
  readonly signedAt: string;
  readonly key: KeyEntry;
}

/** The number of days in a proof, if there are that many. */
export const PROOF_DAYS = 30;

/**
 * Checks entries one by one and keeps their public parts.
 *
 * @example
 * ```ts
 * const ledger = new Ledger();
 * for (const line of []) ledger.add(line); // the rows of the table, in order; throws at the first invalid one
 * [ledger.length, ledger.statement]; // [0, undefined]
 * ```
 */
export class Ledger {
  leaves: string[] = [];
  /** All keys, oldest first. */
  keys: Placed<KeyEntry>[] = [];
  revisions: Placed<RevisionEntry>[] = [];
  /** Every entry since the first of the newest `PROOF_DAYS` days. */
  tail: Placed[] = [];
  /** Days closed so far. */
  days: number;
  statement: Statement | undefined;
  private isVerified = true;
  /** The hash before the first entry, then the hash after each entry. */
  private hashes = [FIRST_HASH];

  /** @param hiddenDays days known only by their leaves, before all others */
  constructor(hiddenDays = 0) {
    this.days = hiddenDays;
  }

  /** An independent copy. */
  copy(): Ledger {
    const { leaves, hashes, keys, revisions, tail } = this;
    const lists = { leaves: [...leaves], hashes: [...hashes], keys: [...keys], revisions: [...revisions] };
    return Object.assign(new Ledger(), this, lists, { tail: [...tail] });
  }

  /** The number of entries. */
  get length(): number {
    return this.leaves.length;
  }

  /** The hash after the first entry, which names the ledger. */
  get name(): string | undefined {
    return this.hashAt(0);
  }

  /** The hash after the newest entry. */
  get hash(): string {
    return this.hashes.at(-1) ?? FIRST_HASH;
  }

  /** The hash after a position; at -1 the hash before the first entry, beyond the end `undefined`. */
  hashAt(position: number): string | undefined {
    return this.hashes[position + 1];
  }

  /** The key that signs now. */
  get key(): KeyEntry | undefined {
    return this.keys.at(-1)?.entry;
  }

  /** Sentences about the keys that a reader should know. */
  get notes(): readonly string[] {
    const strange = this.keys.slice(1).filter(({ entry }) => entry.endorsed_by === null);
    return strange.map(({ entry }) => `no earlier key vouches for signing key ${entry.key_id}`);
  }

  /** Checks and adds a row of the table. @throws LedgerError; nothing may be added after that */
  add({ position, kind, day, body, hash }: LedgerLine): Body {
    return this.#here(() => {
      need(position === this.length, "it is missing or repeated");
      const read = readBody(kind, body);
      const text = entryOf(body);
      this.#take(read.public, text, sha256(text));
      need(this.hash === hash, "its hash does not match its text");
      need(day === dayOf(read.public), "its day is not the one in its text");
      return read;
    });
  }

  /** Checks and adds an entry as a site publishes it. @throws LedgerError */
  addShown(text: string, leaf: string): void {
    this.#here(() => {
      need(sha256(text) === leaf, "its leaf does not match its text");
      this.#take(readEntry(text), text, leaf);
      this.verify();
    });
  }

  /**
   * Adds an entry known only by its leaf. If it were a key or a revision, no statement would match.
   *
   * @throws LedgerError
   */
  addHidden(leaf: string): void {
    this.#here(() => this.#push(leaf));
    this.tail = [];
  }

  /** Adds days known only by their leaves, for a publisher who knows that they are days. @throws LedgerError */
  addHiddenDays(leaves: readonly string[]): void {
    for (const leaf of leaves) this.addHidden(leaf);
    this.days += leaves.length;
  }

  /** Adds the entry's position to a fault. */
  #here<T>(check: () => T): T {
    const at = this.length;
    try {
      return check();
    } catch (error) {
      throw error instanceof Fault && !(error instanceof LedgerError) ? new LedgerError(at, error.message) : error;
    }
  }

  #take(entry: Entry, text: string, leaf: string): void {
    const place = { position: this.length, text };
    if (entry.kind === "key") {
      this.#checkKey(entry);
      this.keys.push({ ...place, entry });
    } else if (entry.kind === "day") {
      const closedDay = addDays(FIRST_DAY, this.days);
      need(entry.closed === formatDay(closedDay), `it is not the entry of ${formatDay(closedDay)}`);
      need(entry.row === null || entry.row.date === formatDay(addDays(closedDay, 1)), "its row is of another day");
      this.days += 1;
    } else if (entry.kind === "revision") {
      need(entry.number === this.revisions.length + 1, "it is not the next revision");
      this.revisions.push({ ...place, entry });
    } else {
      this.addStatement(entry.text, entry.signature);
    }
    this.#push(leaf);
    this.tail.push({ ...place, entry });
    if (entry.kind === "day") this.#trim();
  }

  #push(leaf: string): void {
    need(this.keys.length > 0, "the first entry is not a key");
    this.leaves.push(leaf);
    this.hashes.push(hashAfter(this.hash, leaf));
  }

  #trim(): void {
    const first = this.tail.filter(({ entry }) => entry.kind === "day").at(-PROOF_DAYS);
    if (first !== undefined) this.tail.splice(0, this.tail.indexOf(first));
  }

  #checkKey(key: KeyEntry): void {
    need(keyIdOf(key.x) === key.key_id, "its id is not the hash of the key");
    need(isUsableKey(key.x), "anyone could sign with its key");
    need(!this.keys.some(({ entry }) => entry.key_id === key.key_id), "the key is a duplicate");
    this.verify(); // one signature per key is enough: the chain covers the earlier ones
    need(isEndorsed(key, this.key, this.hash), "its endorsement is not by the previous key");
  }

  /** The text of a statement about everything so far. */
  statementText(signedAt: string): string {
    const counts = { days: this.days, revisions: this.revisions.length, keys: this.keys.length };
    const end = { position: this.length - 1, hash: this.hash };
    const by = { signed_at: signedAt, key_id: this.key?.key_id };
    return JSON.stringify({ format: FORMAT, ledger: this.name, ...end, ...counts, ...by });
  }

  /** Adds a statement about everything so far; `verify` checks its signature. @throws Fault */
  addStatement(text: string, signature: string): void {
    const { signed_at: signedAt } = fields({ signed_at: moment })(parseJson(text));
    const { key, statement } = this;
    need(
      key !== undefined && text === this.statementText(signedAt),
      "the statement does not match the entries before it",
    );
    need(signedAt >= (statement?.signedAt ?? ""), "it is dated before the previous statement");
    this.statement = { text, signature, signedAt, key, position: this.length - 1, hash: this.hash };
    this.isVerified = false;
  }

  /** Checks the newest signature. @throws LedgerError */
  verify(): void {
    const { statement, isVerified } = this;
    if (statement === undefined || isVerified) return;
    const { text, signature, key, position } = statement;
    if (!isSigned(text, signature, key.x)) throw new LedgerError(position + 1, "the signature does not match its key");
    this.isVerified = true;
  }

  /** Checks that the last entry is a statement with a valid signature. @throws LedgerError */
  checkEnd(): void {
    const { length, statement } = this;
    if (length > 0 && statement?.position !== length - 2) throw new LedgerError(length, "the end is not signed");
    this.verify();
  }

  /** Checks that a saved head is in the ledger. @throws LedgerError */
  mustContain({ position, hash }: SignedHead): void {
    const { length } = this;
    if (position >= length) throw new LedgerError(length, "signed entries after this one are missing");
    if (this.hashAt(position) !== hash) {
      throw new LedgerError(position, "it or an earlier entry differs from what was signed");
    }
  }
}
