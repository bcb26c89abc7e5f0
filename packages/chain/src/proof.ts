// What a site publishes of its ledger, and the check of it.

import { addDays, FIRST_DAY, formatDay } from "peak-cycle-model";
import { type DayEntry, isInOrder, type KeyEntry, type RevisionEntry, readClaim, readEntry } from "./entries.js";
import { canonical, FIRST_HASH, FORMAT, hashAfter, sha256 } from "./hash.js";
import { endorsementText, isSigned, isUsableKey, keyIdOf } from "./keys.js";
import type { LedgerReader, PlacedEntry } from "./ledger.js";
import { ShapeError } from "./shape.js";

/** The signed end of a ledger, as `/api/public/nhci/proof` shows it and as a reader keeps it. */
export interface Proof {
  readonly ok: true;
  readonly format: string;
  /** The hash after the first entry: it names the ledger. */
  readonly ledger: string;
  /** Of the newest entry that is signed, and the hash after it. */
  readonly position: number;
  readonly hash: string;
  readonly statement: string;
  readonly signature: string;
  readonly key_id: string;
  /** The hash before the first of `entries`. */
  readonly previous: string;
  /** Without a gap, from the first of the newest 30 rows up to `position`. */
  readonly entries: readonly PlacedEntry[];
  /** All of them, oldest first. */
  readonly keys: readonly Pick<PlacedEntry, "position" | "entry">[];
  readonly revisions: readonly Pick<PlacedEntry, "position" | "entry">[];
}

/** @returns `undefined` before the first statement */
export function proofOf({ statement, tail, keys, revisions }: LedgerReader): Proof | undefined {
  if (statement === undefined) return undefined;
  const { text, signature, claim } = statement;
  const shown = tail.filter(({ position }) => position <= claim.position);
  const placed = ({ position, entry }: PlacedEntry) => ({ position, entry });
  return {
    ok: true,
    format: FORMAT,
    ledger: claim.ledger,
    position: claim.position,
    hash: claim.hash,
    statement: text,
    signature,
    key_id: claim.key_id,
    previous: shown[0]?.before ?? claim.hash,
    entries: shown.map(({ position, entry, hash }) => ({ position, entry, hash })),
    keys: keys.map(placed),
    revisions: revisions.filter(({ position }) => position <= claim.position).map(placed),
  };
}

/** Everything that a site answers about its history. */
export interface PublishedLedger {
  readonly proof: Proof;
  /** One for each entry. */
  readonly leaves: readonly string[];
  readonly keys: readonly Omit<KeyEntry, "kind" | "added_at">[];
  readonly revisions: readonly Omit<RevisionEntry, "kind">[];
  /** Oldest first. */
  readonly rows: readonly ShownRow[];
}

type Row = NonNullable<DayEntry["row"]>;
export type ShownRow = Pick<Row, "date" | "score" | "score_smoothed" | "phase_key" | "btc_price_usd">;

/** What a check has found; sound without faults. */
export interface Findings {
  readonly right: readonly string[];
  readonly notes: readonly string[];
  readonly faults: readonly string[];
}

/** Checks that everything a site shows is in its ledger and signed by its newest key. Never throws. */
export function checkPublished({ proof, leaves, keys, revisions, rows }: PublishedLedger): Findings {
  const [right, notes, faults]: [string[], string[], string[]] = [[], [], []];
  /** Refuses the first thing that is wrong. */
  const part = (what: string, check: () => string) => {
    try {
      right.push(check());
    } catch (error) {
      if (!(error instanceof Fault || error instanceof ShapeError)) throw error;
      faults.push(`${what}: ${error.message}`);
    }
  };
  const hashes = hashesOf(leaves);
  let entries: readonly Placed<KeyEntry>[] = [];
  part("keys", () => {
    entries = proof.keys.map((each) => placedEntry<KeyEntry>("key", each, leaves));
    checkKeys(entries, hashes, notes);
    const listed = entries.map(({ entry: { key_id, x, endorsed_by, endorsement } }) => {
      return { key_id, x, endorsed_by, endorsement };
    });
    same(keys, listed, "the list of keys is not the one in the ledger");
    return counted(entries.length, "signing key");
  });
  part("statement", () => {
    checkHead(proof, hashes, entries);
    return `${counted(leaves.length, "entry", "entries")}, signed ${readClaim(proof.statement).signed_at}`;
  });
  part("revisions", () => {
    const placed = proof.revisions.map((each) => placedEntry<RevisionEntry>("revision", each, leaves));
    same(placed.length, readClaim(proof.statement).revisions, "not all of them are shown");
    const shown = placed.map(({ entry: { kind: _kind, ...revision } }) => withoutSeal(revision));
    same(revisions, shown, "the list of revisions is not the one in the ledger");
    return counted(placed.length, "revision");
  });
  part("history", () => {
    const days = checkTail(proof, leaves, hashes, entries);
    const chained = days.flatMap(({ row }) => (row === null ? [] : [shownRow(row)]));
    if (rows.length === 0) throw new Fault("there is none");
    same(rows, chained, "a row is not the one in the ledger, is missing, or has none there");
    return `${counted(rows.length, "row")} of the history, ${rows[0]?.date} to ${rows.at(-1)?.date}`;
  });
  return { right, notes, faults };
}

/** Something is not what it should be; the message says what, and repeats nothing that was read. */
class Fault extends Error {}

interface Placed<E> {
  readonly position: number;
  readonly entry: E & { readonly sealed: string };
}

function hashesOf(leaves: readonly string[]): readonly string[] {
  let hash = FIRST_HASH;
  return leaves.map((leaf) => {
    hash = hashAfter(hash, leaf);
    return hash;
  });
}

function placedEntry<E>(
  kind: string,
  { position, entry }: Proof["keys"][number],
  leaves: readonly string[],
): Placed<E> {
  if (leaves[position] !== sha256(entry)) throw new Fault(`entry ${position} is not that of its leaf`);
  const read = readEntry(entry);
  if (read.kind !== kind) throw new Fault(`entry ${position} is of another kind`);
  return { position, entry: read as E & { readonly sealed: string } };
}

function checkKeys(keys: readonly Placed<KeyEntry>[], hashes: readonly string[], notes: string[]): void {
  if (keys[0]?.position !== 0) throw new Fault("the first entry is not a key");
  for (const [i, key] of keys.entries()) {
    const before = keys[i - 1];
    if (before !== undefined && before.position >= key.position) throw new Fault("they are not in their order");
    if (keys.findIndex(({ entry }) => entry.key_id === key.entry.key_id) !== i) throw new Fault("a key is there twice");
    checkKey(key, before?.entry, hashes[key.position - 1] ?? FIRST_HASH);
    if (i > 0 && key.entry.endorsed_by === null) notes.push(`no earlier key vouches for key ${key.entry.key_id}`);
  }
}

function checkKey({ position, entry }: Placed<KeyEntry>, before: KeyEntry | undefined, hash: string): void {
  const { key_id, x, endorsed_by, endorsement } = entry;
  if (keyIdOf(x) !== key_id || !isUsableKey(x)) throw new Fault(`entry ${position} names no usable key`);
  if (endorsed_by === null && endorsement === null) return;
  const isOfBefore = before !== undefined && before.key_id === endorsed_by;
  if (isOfBefore && isSigned(endorsementText(key_id, x, hash), endorsement ?? "", before.x)) return;
  throw new Fault(`the endorsement of entry ${position} is not of the key before it`);
}

function checkHead(proof: Proof, hashes: readonly string[], keys: readonly Placed<KeyEntry>[]): void {
  const { position, statement, signature, key_id } = proof;
  const claim = readClaim(statement);
  const key = keys.at(-1)?.entry;
  const [ledger, hash] = [hashes[0], hashes[position]];
  if (position !== hashes.length - 1) throw new Fault("it is not about the last leaf");
  same([proof.format, proof.ledger, proof.hash, key_id], [FORMAT, ledger, hash, key?.key_id], "not what is published");
  const { days, revisions, signed_at } = claim;
  const true_ = { format: FORMAT, ledger, position, hash, days, revisions, keys: keys.length, signed_at, key_id };
  same(claim, true_, "what was signed is not what is published");
  if (!isSigned(statement, signature, key?.x ?? "")) throw new Fault("the signature is not of the newest key");
}

/** @returns the day entries */
function checkTail(
  proof: Proof,
  leaves: readonly string[],
  hashes: readonly string[],
  keys: readonly Placed<KeyEntry>[],
): readonly DayEntry[] {
  const { entries, position, previous } = proof;
  const first = position - entries.length + 1;
  if (entries.length === 0 || previous !== (hashes[first - 1] ?? FIRST_HASH)) {
    throw new Fault("previous is another hash");
  }
  const shown = new Set([...proof.keys, ...proof.revisions].map((each) => each.position));
  const days: DayEntry[] = [];
  for (const [i, { position: at, entry, hash }] of entries.entries()) {
    if (at !== first + i || leaves[at] !== sha256(entry) || hashes[at] !== hash) {
      throw new Fault(`entry ${first + i} is not the one of its leaf and hash`);
    }
    const read = readEntry(entry);
    if (read.kind === "day") days.push(read);
    else if (read.kind === "statement") checkPast(read, at, hashes, keys);
    else if (!shown.has(at)) throw new Fault(`entry ${at} is not in the list of its kind`);
  }
  checkDays(days, readClaim(proof.statement).days);
  return days;
}

/** They are the newest of all closed days, one after the other. */
function checkDays(days: readonly DayEntry[], count: number): void {
  for (const [i, each] of days.entries()) {
    const closed = formatDay(addDays(FIRST_DAY, count - days.length + i));
    if (each.closed !== closed || !isInOrder(each)) throw new Fault(`the entry of ${closed} is of another day`);
  }
}

/** A statement among the entries: what it says is before it, and it is signed with the key of its time. */
function checkPast(
  { text, signature }: { readonly text: string; readonly signature: string },
  at: number,
  hashes: readonly string[],
  keys: readonly Placed<KeyEntry>[],
): void {
  const claim = readClaim(text);
  const key = keys.findLast(({ position }) => position < at)?.entry;
  const isRight = claim.position === at - 1 && claim.hash === hashes[at - 1] && claim.ledger === hashes[0];
  if (!isRight || claim.key_id !== key?.key_id || !isSigned(text, signature, key.x)) {
    throw new Fault(`the statement of entry ${at} is not about what is before it, or not of the key of its time`);
  }
}

/**
 * Compares a site with a proof that somebody has kept: everything it was about is still there, and today's key is that
 * of then, or one that follows from it by endorsements.
 *
 * @param acceptsNewKey whether the reader knows that the publisher has lost a key
 */
export function checkSince(kept: Proof, { proof, leaves }: PublishedLedger, acceptsNewKey: boolean): Findings {
  const nothing = { right: [], notes: [], faults: [] };
  try {
    const claim = readClaim(kept.statement);
    const keys = kept.keys.map(({ position, entry }) => ({ position, entry: readEntry(entry) as KeyEntry }));
    const signer = keys.find(({ entry }) => entry.key_id === claim.key_id);
    if (!isSigned(kept.statement, kept.signature, signer?.entry.x ?? "")) throw new Fault("it is not signed");
    same([kept.position, kept.hash, kept.ledger], [claim.position, claim.hash, claim.ledger], "it was changed");
    if (hashesOf(leaves)[claim.position] !== claim.hash) {
      const isSame = proof.keys.some(({ entry }) => (readEntry(entry) as KeyEntry).x === signer?.entry.x);
      const why = isSame ? "the same key has signed two different histories" : "it is another history";
      return { ...nothing, faults: [`the kept proof: ${why}`] };
    }
    const later = proof.keys.filter(({ position }) => position > claim.position);
    const strange = later.find(({ entry }) => (readEntry(entry) as KeyEntry).endorsed_by === null);
    if (strange !== undefined && !acceptsNewKey) {
      const advice = "--accept-new-key, if the publisher has told you so";
      return {
        ...nothing,
        faults: [`the kept proof: another key signs now, and the former does not vouch for it (${advice})`],
      };
    }
    return { ...nothing, right: [`extends the kept proof of ${claim.signed_at}`] };
  } catch (error) {
    if (!(error instanceof Fault || error instanceof ShapeError)) throw error;
    return { ...nothing, faults: [`the kept proof: ${error.message}`] };
  }
}

function shownRow({ date, score, score_smoothed, phase_key, btc_price_usd }: Row): ShownRow {
  return { date, score, score_smoothed, phase_key, btc_price_usd };
}

function withoutSeal<E extends object>(entry: E): Omit<E, "sealed"> {
  const { sealed: _sealed, ...shown } = entry as E & { readonly sealed?: string };
  return shown;
}

/** @throws Fault unless both are the same JSON */
function same(one: unknown, other: unknown, why: string): void {
  if (canonical({ of: one }) !== canonical({ of: other })) throw new Fault(why);
}

function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
