import type { Link, StoredDay } from "../domain/chain.js";
import type { Revision } from "../domain/history.js";
import { addDays, formatDay } from "../domain/instant.js";
import { entryOf, revisionEntry } from "./entry.js";
import { hashAfter, NO_HASH, sha256 } from "./sha256.js";

/**
 * The link of a closed day, made of nothing but the link before it and what is stored: made again, it is the same.
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

/** The last hash of the chain of corrections; 64 zeros without any. */
export function hashOfRevisions(revisions: readonly Revision[]): string {
  return revisions.reduce((hash, revision) => hashAfter(hash, sha256(revisionEntry(revision))), NO_HASH);
}
