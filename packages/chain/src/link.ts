// The format of the chain: what is written of a closed day and of a revision, and how it is hashed. docs/verifying.md
// describes it for whoever checks it with other means.

import { hash } from "node:crypto";
import { addDays, formatDay, formatInstant } from "peak-cycle-model";
import type { Link, StoredDay, StoredRevision, StoredRow } from "./types.js";

/** The hash before the first one. */
export const NO_HASH = "0".repeat(64);

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. In one call it takes a third of the time. */
export function sha256(text: string): string {
  return hash("sha256", text);
}

/** The hash of a chain that continues with `leaf`: both are 64 hex digits, hashed as these 128 characters. */
export function hashAfter(previous: string, leaf: string): string {
  return sha256(previous + leaf);
}

/** The hash after each leaf of a chain, from its first one on. */
export function chainOf(leaves: readonly string[]): readonly string[] {
  let hash = NO_HASH;
  return leaves.map((leaf) => {
    hash = hashAfter(hash, leaf);
    return hash;
  });
}

/** Written for a missing value. */
const NONE = "-";

/**
 * SHA-256 of everything that is stored of a day. It protects figures that are not public without revealing them: nobody
 * can guess eight unrounded doubles.
 */
export function sealOf(stored: StoredDay): string {
  return sha256(sealedText(stored));
}

/** The text that is hashed: one line a field, all of them always present. Source: docs/verifying.md. */
export function sealedText(stored: StoredDay): string {
  return ["peak-sealed-1", ...dayLines(stored), ...rowLines(stored.row)].join("\n");
}

function dayLines({ day, closedAt, price, mvrv, fearGreed, dominance, sources, majors }: StoredDay): string[] {
  return [
    `day=${day}`,
    `closed_at=${closedAt}`,
    `btc_close=${bits(price)}`,
    `mvrv=${bits(mvrv)}`,
    `fear_greed=${bits(fearGreed)}`,
    `dominance=${bits(dominance)}`,
    `sources=${sources}`,
    ...SEALED_COINS.map((coin) => `${coin}=${bits(majors[coin])}`),
  ];
}

/** The coins that are sealed, in this order: a part of the format, and so the same for ever. */
export const SEALED_COINS: readonly string[] = ["ada", "bnb", "doge", "eth", "ltc", "sol", "xrp"];

function rowLines(row: StoredRow | undefined): string[] {
  return [
    `row_day=${row?.day ?? NONE}`,
    `computed_at=${row?.computedAt ?? NONE}`,
    `model_version=${row?.modelVersion ?? NONE}`,
    `raw=${bits(row?.raw)}`,
    `score=${bits(row?.score)}`,
    `smoothed=${bits(row?.smoothed)}`,
    `phase=${row?.phase ?? NONE}`,
    `btc_price_usd=${bits(row?.btcPriceUsd)}`,
    `price_source=${row?.priceSource ?? NONE}`,
    `origin=${row?.origin ?? NONE}`,
  ];
}

/** The 16 hex digits of an IEEE 754 double, its sign first. */
function bits(value: number | undefined): string {
  if (value === undefined) return NONE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, "0");
}

/**
 * What is chained for a closed day: its position, the public numbers of its history row, and a seal over the rest. JSON
 * without spaces; fields and their order are those of docs/verifying.md.
 *
 * @throws RangeError for a number or a moment that cannot be written, which no row of ours has
 */
export function entryOf(position: number, stored: StoredDay): string {
  const { day, row } = stored;
  const shown = row === undefined ? null : entryRow(row);
  return JSON.stringify({ position, closed: formatDay(day), row: shown, sealed: sealOf(stored) });
}

/** A revision as it is published. */
export interface PublicRevision extends PublicRow {
  readonly number: number;
  readonly revised_at: string;
  readonly reason: string;
}

/** What is chained for a revision. @throws RangeError as `entryOf` */
export function revisionEntry({ number, day, revisedAt, reason, corrected }: StoredRevision): string {
  return publicRevisionEntry({
    number,
    date: formatDay(day),
    revised_at: formatInstant(revisedAt),
    reason,
    score: corrected.score,
    score_smoothed: corrected.smoothed,
    phase_key: corrected.phase,
    btc_price_usd: corrected.btcPriceUsd,
  });
}

/** The text that a revision adds to the chain, made from the revision as it is published. */
export function publicRevisionEntry(revision: PublicRevision): string {
  const { number, date, revised_at, reason, score, score_smoothed, phase_key, btc_price_usd } = revision;
  return JSON.stringify({ number, date, revised_at, reason, score, score_smoothed, phase_key, btc_price_usd });
}

/** A history row as everybody reads it: rounded, without the internal figures. */
export interface PublicRow {
  /** `2026-11-21` */
  readonly date: string;
  /** One decimal. */
  readonly score: number;
  /** One decimal. */
  readonly score_smoothed: number;
  readonly phase_key: string;
  /** Two decimals. */
  readonly btc_price_usd: number;
}

/** A history row as it is in its link. */
export interface EntryRow extends PublicRow {
  readonly computed_at: string;
  readonly model_version: string;
  readonly origin: string;
}

/** A stored row as it is in its link. @throws RangeError as `entryOf` */
function entryRow(row: StoredRow): EntryRow {
  return {
    date: formatDay(row.day),
    score: oneDecimal(row.score),
    score_smoothed: oneDecimal(row.smoothed),
    phase_key: row.phase,
    btc_price_usd: finite(Math.round(row.btcPriceUsd * 100) / 100),
    computed_at: formatInstant(row.computedAt),
    model_version: row.modelVersion,
    origin: row.origin,
  };
}

/** Half up. Source: docs/method.md#published-numbers. */
function oneDecimal(score: number): number {
  return finite(Math.floor(10 * score + 0.5) / 10);
}

/** @throws RangeError for NaN and infinities, which JSON would turn into null */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError("a published number must be finite");
  return value;
}

/** The content of an entry. */
export interface Entry {
  readonly position: number;
  readonly closed: string;
  readonly row: EntryRow | null;
  readonly sealed: string;
}

/** Reads an entry. @returns `undefined` for a text of another form; what its fields hold is not checked */
export function readEntry(text: string): Entry | undefined {
  try {
    const { position, closed, row, sealed } = JSON.parse(text) as Entry;
    const again = { position, closed, row: row === null ? null : rowAgain(row), sealed };
    return JSON.stringify(again) === text ? again : undefined;
  } catch {
    return undefined;
  }
}

function rowAgain(row: EntryRow): EntryRow {
  const { date, score, score_smoothed, phase_key, btc_price_usd, computed_at, model_version, origin } = row;
  return { date, score, score_smoothed, phase_key, btc_price_usd, computed_at, model_version, origin };
}

/**
 * The link of a closed day, made only of the link before it and of stored data, so that it is the same when made again.
 *
 * @param previous `undefined` for the first
 * @throws RangeError when a day was left out
 */
export function nextLink(previous: Link | undefined, stored: StoredDay): Link {
  const { day } = stored;
  if (previous !== undefined && day !== addDays(previous.day, 1)) {
    throw new RangeError(`${formatDay(day)} cannot be linked to ${formatDay(previous.day)}: a day is missing`);
  }
  const position = previous === undefined ? 0 : previous.position + 1;
  const entry = entryOf(position, stored);
  const leaf = sha256(entry);
  return { position, day, entry, leaf, hash: hashAfter(previous?.hash ?? NO_HASH, leaf) };
}

/** The chain of revisions, by their number: the first is 64 zeros. @throws RangeError as `entryOf` */
export function revisionHashes(revisions: readonly StoredRevision[]): readonly string[] {
  return [NO_HASH, ...chainOf(revisions.map((revision) => sha256(revisionEntry(revision))))];
}
