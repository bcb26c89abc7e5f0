/**
 * The ledger: entries that are only ever added, chained by hashes, and signed. Reading it in order is the check, of
 * what is stored as of what a site shows; there is no other. docs/verifying.md has the format to the byte.
 */

import { addDays, FIRST_DAY, formatDay } from "peak-cycle-model";
import {
  type Body,
  dayOf,
  type Entry,
  entryOf,
  type KeyEntry,
  moment,
  type RevisionEntry,
  readBody,
  readEntry,
} from "./entries.js";
import { FIRST_HASH, FORMAT, hashAfter, sha256 } from "./hash.js";
import { isEndorsed, isSigned, isUsableKey, keyIdOf } from "./keys.js";
import { Fault, fields, need, parsed } from "./shape.js";

/** One row of the table `ledger`. */
export interface LedgerLine {
  /** 0, 1, 2, … */
  readonly position: number;
  readonly kind: string;
  /** The closed day, or the day that is revised, in days since 1970; `null` for other kinds. */
  readonly day: number | null;
  readonly body: string;
  readonly hash: string;
}

/** An entry is not what it should be. The message says which and why, and repeats nothing of it. */
export class LedgerError extends Fault {
  override readonly name = "LedgerError";
  readonly position: number;
  constructor(position: number, why: string) {
    super(`entry ${position}: ${why}`);
    this.position = position;
  }
}

/** A position and the hash there. Whoever keeps one notices that the end of a ledger was cut off or made anew. */
export interface SignedHead {
  readonly position: number;
  readonly hash: string;
}

/** An entry at its place. */
export interface Placed<E = Entry> {
  readonly position: number;
  readonly entry: E;
  /** The entry as it is published. */
  readonly text: string;
  /** Before and after it. */
  readonly before: string;
  readonly hash: string;
}

/** The newest statement, and where the entry before it is. */
export interface Statement extends SignedHead {
  readonly text: string;
  readonly signature: string;
  readonly signedAt: string;
  readonly key: KeyEntry;
}

/** How many days with a row a proof shows. */
const PROOF_DAYS = 30;

/** Checks entries, one after the other, and keeps what is published of them. */
export class Ledger {
  leaves: string[] = [];
  /** After the first entry: it names the ledger. */
  name = FIRST_HASH;
  /** After the newest entry. */
  hash = FIRST_HASH;
  /** All of them, oldest first. */
  keys: Placed<KeyEntry>[] = [];
  revisions: Placed<RevisionEntry>[] = [];
  /** Without a gap, from the first of the newest `PROOF_DAYS` days with a row on. */
  tail: Placed[] = [];
  /** How many are closed. */
  days: number;
  statement: Statement | undefined;
  private isVerified = true;
  private nextDay: string;

  /** @param hiddenDays how many days will come as leaves only, before all others */
  constructor(hiddenDays = 0) {
    this.days = hiddenDays;
    this.nextDay = formatDay(addDays(FIRST_DAY, hiddenDays));
  }

  /** The same, to go on with. */
  copy(): Ledger {
    const { leaves, keys, revisions, tail } = this;
    const lists = { leaves: [...leaves], keys: [...keys], revisions: [...revisions], tail: [...tail] };
    return Object.assign(new Ledger(), this, lists);
  }

  /** How many entries there are. */
  get length(): number {
    return this.leaves.length;
  }

  /** The key that signs. */
  get key(): KeyEntry | undefined {
    return this.keys.at(-1)?.entry;
  }

  /** What a reader should know of the keys, a sentence each. */
  get notes(): readonly string[] {
    const strange = this.keys.slice(1).filter(({ entry }) => entry.endorsed_by === null);
    return strange.map(({ entry }) => `no earlier key vouches for signing key ${entry.key_id}`);
  }

  /** Adds a line of the table. @throws LedgerError; nothing may be added afterwards */
  add({ position, kind, day, body, hash }: LedgerLine): Body {
    return this.#here(() => {
      need(position === this.length, "it is missing, or there twice");
      const read = readBody(kind, body);
      const text = entryOf(body);
      const leaf = sha256(text);
      this.#take(read.public, text, leaf);
      need(this.hash === hash, "its hash is not that of its text");
      // #take has just compared the date of a day entry with the next one due, so it needs no second parsing.
      const about = read.public.kind === "day" ? addDays(FIRST_DAY, this.days - 1) : dayOf(read.public);
      need(day === about, "its day is not the one in its text");
      return read;
    });
  }

  /** Adds an entry as a site shows it. @throws LedgerError */
  addShown(text: string, leaf: string): void {
    this.#here(() => {
      need(sha256(text) === leaf, "it is not that of its leaf");
      this.#take(readEntry(text), text, leaf);
      this.verify();
    });
  }

  /** Adds an entry of which no more than the leaf is known; were it a key or a revision, no statement would fit. */
  addHidden(leaf: string): void {
    this.tail = [];
    this.#push(leaf, hashAfter(this.hash, leaf));
  }

  #here<T>(check: () => T): T {
    const at = this.length;
    try {
      return check();
    } catch (error) {
      throw error instanceof Fault && !(error instanceof LedgerError) ? new LedgerError(at, error.message) : error;
    }
  }

  #take(entry: Entry, text: string, leaf: string): void {
    need(this.length > 0 || entry.kind === "key", "the first entry is not a key");
    const place = { position: this.length, text, before: this.hash, hash: hashAfter(this.hash, leaf) };
    if (entry.kind === "day") {
      need(entry.closed === this.nextDay, `it is not that of ${this.nextDay}`);
      this.days += 1;
      this.nextDay = formatDay(addDays(FIRST_DAY, this.days));
      need(entry.row === null || entry.row.date === this.nextDay, "its row is of another day");
    } else if (entry.kind === "revision") {
      need(entry.number === this.revisions.length + 1, "it is not the next revision");
      this.revisions.push({ ...place, entry });
    } else if (entry.kind === "key") {
      this.#checkKey(entry);
      this.keys.push({ ...place, entry });
    } else this.state(entry.text, entry.signature);
    this.#push(leaf, place.hash);
    this.tail.push({ ...place, entry });
    if (entry.kind === "day") this.#trim();
  }

  #push(leaf: string, hash: string): void {
    this.leaves.push(leaf);
    this.hash = hash;
    if (this.length === 1) this.name = this.hash;
  }

  #checkKey(key: KeyEntry): void {
    need(keyIdOf(key.x) === key.key_id, "the name is not the hash of the key");
    need(isUsableKey(key.x), "it is no key that only one person can sign with");
    need(!this.keys.some(({ entry }) => entry.key_id === key.key_id), "the key is there already");
    this.verify(); // of each key the last statement: the chain covers the ones before it
    need(isEndorsed(key, this.key, this.hash), "the endorsement is not of the key before it");
  }

  /** What a statement about everything so far says. */
  claim(signedAt: string): string {
    const counts = { days: this.days, revisions: this.revisions.length, keys: this.keys.length };
    const end = { position: this.length - 1, hash: this.hash };
    const by = { signed_at: signedAt, key_id: this.key?.key_id };
    return JSON.stringify({ format: FORMAT, ledger: this.name, ...end, ...counts, ...by });
  }

  /** Takes a statement about everything so far; `verify` checks its signature. @throws Fault */
  state(text: string, signature: string): void {
    const { signed_at: signedAt } = fields({ signed_at: moment })(parsed(text));
    const { key, statement } = this;
    need(key !== undefined && text === this.claim(signedAt), "what was signed is not what is before it");
    need(signedAt >= (statement?.signedAt ?? ""), "it was signed before the one before it");
    this.statement = { text, signature, signedAt, key, position: this.length - 1, hash: this.hash };
    this.isVerified = false;
  }

  /** Checks the newest signature. @throws LedgerError */
  verify(): void {
    const { statement, isVerified } = this;
    if (statement === undefined || isVerified) return;
    const { text, signature, key, position } = statement;
    if (!isSigned(text, signature, key.x)) throw new LedgerError(position + 1, "the signature is not of its key");
    this.isVerified = true;
  }

  /**
   * Checks the end: the last entry is a statement, its signature is right, and what somebody keeps is in the ledger.
   *
   * @throws LedgerError
   */
  finish(kept?: SignedHead): void {
    const { length, statement } = this;
    if (length > 0 && statement?.position !== length - 2) throw new LedgerError(length, "the end is not signed");
    this.verify();
    if (kept === undefined) return;
    if (kept.position >= length) throw new LedgerError(length, "what was signed after it is missing");
    if (this.hashAt(kept.position) !== kept.hash) {
      throw new LedgerError(kept.position, "it, or one before it, is not what was signed");
    }
  }

  /** The hash after a position; `undefined` where there is none. */
  hashAt(position: number): string | undefined {
    if (position >= this.length) return undefined;
    return this.leaves.slice(0, position + 1).reduce(hashAfter, FIRST_HASH);
  }

  /** The first years have no rows: of them the newest entries are enough. */
  #trim(): void {
    const rows = this.tail.filter(({ entry }) => entry.kind === "day" && entry.row !== null);
    const first = rows.at(-PROOF_DAYS) ?? rows[0] ?? this.tail.at(-PROOF_DAYS) ?? this.tail[0];
    while (this.tail[0] !== first) this.tail.shift();
  }
}
