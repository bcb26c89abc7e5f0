/**
 * The ledger: entries that are only ever added, chained by hashes, and signed. Reading it in order is the check; there
 * is no other. docs/verifying.md has the format to the byte.
 */

import {
  addDays,
  FIRST_DAY,
  formatDay,
  formatInstant,
  type Instant,
  instantOf,
  parseDay,
  type UtcDay,
} from "peak-cycle-model";
import {
  type Body,
  type Claim,
  type DayBody,
  entryOf,
  isInOrder,
  type KeyEntry,
  type RevisionBody,
  readBody,
  readClaim,
} from "./entries.js";
import { canonical, FIRST_HASH, FORMAT, hashAfter, sha256 } from "./hash.js";
import { endorsementText, isSigned, isUsableKey, keyIdOf } from "./keys.js";
import { ShapeError } from "./shape.js";

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
export class LedgerError extends Error {
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

/** What signs a ledger. */
export interface LedgerSigner {
  readonly keyId: string;
  readonly x: string;
  /** Ed25519 over the text in UTF-8, base64url. */
  sign(text: string): string;
  /** Earlier keys that it still has, by their ids: they endorse the present one. */
  readonly former: ReadonlyMap<string, (text: string) => string>;
}

/** A published entry. */
export interface PlacedEntry {
  readonly position: number;
  readonly entry: string;
  /** After it. */
  readonly hash: string;
}

/** The newest statement, and what it says. */
export interface SignedStatement {
  readonly text: string;
  readonly signature: string;
  readonly claim: Claim;
}

/** How many days with a row a proof shows. */
const PROOF_DAYS = 30;

/** Checks the lines of a ledger, one after the other, and keeps what is published of them. */
export class LedgerReader {
  readonly leaves: string[] = [];
  /** All key entries, oldest first. */
  readonly keys: (PlacedEntry & { readonly key: KeyEntry })[] = [];
  readonly revisions: PlacedEntry[] = [];
  /** From the first of the newest `PROOF_DAYS` days with a row on. */
  readonly tail: (PlacedEntry & { readonly before: string; readonly hasRow: boolean })[] = [];
  days = 0;
  statement: SignedStatement | undefined;
  #hash = FIRST_HASH;
  #isVerified = true;

  /** How many entries there are. */
  get length(): number {
    return this.leaves.length;
  }

  /** The newest closed day. */
  get closed(): UtcDay | undefined {
    return this.days === 0 ? undefined : addDays(FIRST_DAY, this.days - 1);
  }

  /** After the newest entry. */
  get hash(): string {
    return this.#hash;
  }

  /** Checks the next line. @throws LedgerError; nothing may be added afterwards */
  add(line: LedgerLine): Body {
    const at = this.length;
    try {
      return this.#add(line, at);
    } catch (error) {
      throw error instanceof ShapeError ? new LedgerError(at, error.message) : error;
    }
  }

  #add({ position, kind, day, body, hash }: LedgerLine, at: number): Body {
    if (position !== at) throw new LedgerError(at, "it is missing, or there twice");
    const read = readBody(kind, body);
    const before = this.#hash;
    const leaf = sha256(entryOf(read, body));
    if (hashAfter(before, leaf) !== hash) throw new LedgerError(at, "its hash is not that of its text");
    if (at === 0 && kind !== "key") throw new LedgerError(at, "the first entry is not a key");
    const expected = this.#take(read, at);
    if (day !== expected) throw new LedgerError(at, "its day is not the one in its text");
    this.#hash = hash;
    this.leaves.push(leaf);
    const placed = { position: at, entry: entryOf(read, body), hash };
    if (read.public.kind === "key") this.keys.push({ ...placed, key: read.public });
    if (read.public.kind === "revision") this.revisions.push(placed);
    const hasRow = read.public.kind === "day" && read.public.row !== null;
    this.tail.push({ ...placed, before, hasRow });
    this.#trim();
    return read;
  }

  /** @returns the day of the entry */
  #take({ public: shown }: Body, at: number): number | null {
    switch (shown.kind) {
      case "day": {
        const closed = addDays(FIRST_DAY, this.days);
        if (shown.closed !== formatDay(closed)) throw new LedgerError(at, `it is not that of ${formatDay(closed)}`);
        if (!isInOrder(shown)) throw new LedgerError(at, "its row is of another day");
        this.days += 1;
        return closed;
      }
      case "revision": {
        if (shown.number !== this.revisions.length + 1) throw new LedgerError(at, "it is not the next revision");
        return parseDay(shown.date) ?? Number.NaN;
      }
      case "key":
        this.#takeKey(shown, at);
        return null;
      case "statement":
        this.#takeStatement(shown, at);
        return null;
    }
  }

  #takeKey(key: KeyEntry, at: number): void {
    if (keyIdOf(key.x) !== key.key_id) throw new LedgerError(at, "the name is not the hash of the key");
    if (!isUsableKey(key.x)) throw new LedgerError(at, "it is no key that only one person can sign with");
    if (this.keys.some((each) => each.key.key_id === key.key_id)) throw new LedgerError(at, "the key is there already");
    this.#verify(); // of each key the last statement: the chain covers the ones before it
    const by = this.keys.at(-1)?.key;
    if (!isEndorsed(key, by, this.#hash)) throw new LedgerError(at, "the endorsement is not of the key before it");
  }

  #takeStatement({ text, signature }: { readonly text: string; readonly signature: string }, at: number): void {
    const claim = readClaim(text);
    const { keys, revisions, days, leaves } = this;
    const ledger = hashAfter(FIRST_HASH, leaves[0] ?? "");
    const key = keys.at(-1)?.key.key_id;
    const counts = { position: at - 1, hash: this.#hash, days, revisions: revisions.length, keys: keys.length };
    const expected = { format: FORMAT, ledger, ...counts, signed_at: claim.signed_at, key_id: key };
    if (canonical(expected) !== text) throw new LedgerError(at, "what was signed is not what is before it");
    const last = this.statement?.claim.signed_at;
    if (last !== undefined && claim.signed_at < last)
      throw new LedgerError(at, "it was signed before the one before it");
    this.statement = { text, signature, claim };
    this.#isVerified = false;
  }

  /** Verifies the newest signature. */
  #verify(): void {
    const { statement, keys } = this;
    if (statement === undefined || this.#isVerified) return;
    const { claim, text, signature } = statement;
    const x = keys.findLast(({ key }) => key.key_id === claim.key_id)?.key.x ?? "";
    if (!isSigned(text, signature, x)) throw new LedgerError(claim.position + 1, "the signature is not of its key");
    this.#isVerified = true;
  }

  /**
   * Checks the end: the last entry is a statement, its signature is right, and what somebody keeps is in the ledger.
   *
   * @throws LedgerError
   */
  finish(kept?: SignedHead): void {
    const { length, statement } = this;
    if (length > 0 && statement?.claim.position !== length - 2) throw new LedgerError(length, "the end is not signed");
    this.#verify();
    if (kept === undefined) return;
    if (kept.position >= length) throw new LedgerError(length, "what was signed after it is missing");
    if (hashAt(this.leaves, kept.position) !== kept.hash) {
      throw new LedgerError(kept.position, "it, or one before it, is not what was signed");
    }
  }

  /** The first years have no rows: of them the newest entries are enough. */
  #trim(): void {
    const rows = this.tail.flatMap(({ hasRow }, i) => (hasRow ? [i] : []));
    this.tail.splice(0, rows.at(-PROOF_DAYS) ?? rows[0] ?? this.tail.length - PROOF_DAYS);
  }
}

function isEndorsed(key: KeyEntry, by: KeyEntry | undefined, before: string): boolean {
  const { key_id, x, endorsed_by, endorsement } = key;
  if (endorsed_by === null && endorsement === null) return true;
  if (endorsed_by === null || endorsement === null || by?.key_id !== endorsed_by) return false;
  return isSigned(endorsementText(key_id, x, before), endorsement, by.x);
}

/** The hash after a position. */
function hashAt(leaves: readonly string[], position: number): string {
  let hash = FIRST_HASH;
  for (let i = 0; i <= position; i++) hash = hashAfter(hash, leaves[i] ?? "");
  return hash;
}

/**
 * The lines that add entries to a ledger, and the statement about them. A signer whose key is not yet the newest of the
 * ledger adds it first.
 *
 * @throws LedgerError when a day or a revision is not the next one, RangeError for a number that JSON cannot carry
 */
export function nextLines(
  end: Pick<LedgerReader, "length" | "hash" | "leaves" | "keys" | "revisions" | "days" | "statement">,
  bodies: readonly (DayBody | RevisionBody)[],
  signer: LedgerSigner,
  now: Instant,
): readonly LedgerLine[] {
  checkOrder(end, bodies);
  const lines: LedgerLine[] = [];
  let hash = end.hash;
  let ledger = end.leaves[0] === undefined ? undefined : hashAfter(FIRST_HASH, end.leaves[0]);
  const push = (body: Body, day: number | null): void => {
    const text = canonical(body);
    hash = hashAfter(hash, sha256(entryOf(body, text)));
    ledger ??= hash;
    lines.push({ position: end.length + lines.length, kind: body.public.kind, day, body: text, hash });
  };
  const last = end.keys.at(-1)?.key;
  const isNew = last?.key_id !== signer.keyId;
  if (isNew) push({ public: keyEntry(signer, last, hash, now), private: {} }, null);
  for (const body of bodies)
    push(body, parseDay("closed" in body.public ? body.public.closed : body.public.date) ?? null);
  const days = end.days + bodies.filter((body) => body.public.kind === "day").length;
  const text = canonical({
    format: FORMAT,
    ledger,
    position: end.length + lines.length - 1,
    hash,
    days,
    revisions: end.revisions.length + bodies.length - (days - end.days),
    keys: end.keys.length + Number(isNew),
    signed_at: formatInstant(laterOf(now, end.statement)),
    key_id: signer.keyId,
  });
  push({ public: { kind: "statement", text, signature: signer.sign(text) }, private: {} }, null);
  return lines;
}

function checkOrder(
  { length, days, revisions }: Pick<LedgerReader, "length" | "days" | "revisions">,
  bodies: readonly (DayBody | RevisionBody)[],
): void {
  let [nextDay, nextNumber] = [addDays(FIRST_DAY, days), revisions.length + 1];
  for (const { public: shown } of bodies) {
    const isNext = shown.kind === "day" ? shown.closed === formatDay(nextDay) : shown.number === nextNumber;
    if (!isNext) throw new LedgerError(length, "it does not follow what is there");
    if (shown.kind === "day") nextDay = addDays(nextDay, 1);
    else nextNumber += 1;
  }
}

function keyEntry(signer: LedgerSigner, before: KeyEntry | undefined, hash: string, now: Instant): KeyEntry {
  const { keyId, x, former } = signer;
  const sign = before && former.get(before.key_id);
  return {
    kind: "key",
    key_id: keyId,
    x,
    added_at: formatInstant(now),
    endorsed_by: sign === undefined ? null : (before?.key_id ?? null),
    endorsement: sign?.(endorsementText(keyId, x, hash)) ?? null,
  };
}

/** A clock may have been set back since the last statement. */
function laterOf(now: Instant, last: SignedStatement | undefined): Instant {
  return last === undefined ? now : (Math.max(now, instantOf(last.claim.signed_at)) as Instant);
}
