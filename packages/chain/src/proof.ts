// Makes the proof of the end of a chain, which a reader saves and compares later, and says what a whole check returns.

import { dayName, type Finding } from "./finding.js";
import { type EntryRow, NO_HASH, readEntry } from "./link.js";
import type { KnownChain } from "./statement.js";
import type { Link, Proof, PublicKey, SignedStatement, Statement, StoredRevision } from "./types.js";

/** How many links a proof shows at most: those of the rows that the public sees. */
export const PROOF_LINKS = 30;

/**
 * The proof of stored links, to be saved and compared later.
 *
 * @param links oldest first; those after the one of the statement are left out
 * @returns `undefined` without the link of the statement
 */
export function proofOf(links: readonly Link[], statement: Statement): Proof | undefined {
  const signed = links.filter(({ position }) => position <= statement.position);
  const head = signed.at(-1);
  if (head?.position !== statement.position) return undefined;
  const date = (link: Link) => readEntry(link.entry)?.row?.date ?? null;
  return {
    ok: true,
    head: { position: head.position, date: date(head), closed: dayName(head.day), hash: head.hash },
    statement: statement.text,
    signature: statement.signature,
    key_id: statement.keyId,
    previous: signed.at(-PROOF_LINKS - 1)?.hash ?? NO_HASH,
    links: signed.slice(-PROOF_LINKS).map((link) => {
      const { position, entry, leaf, hash } = link;
      return { position, date: date(link), entry, leaf, hash };
    }),
  };
}

/** The statement of a proof, and its signature. */
export function signedIn({ statement, signature, key_id }: Proof): SignedStatement {
  return { text: statement, keyId: key_id, signature };
}

/** The result of checking a chain. */
export interface CheckedChain {
  readonly findings: readonly Finding[];
  readonly chain: KnownChain;
  /** History rows as they are in the chain, by date: those of the dates asked for, or all that are shown. */
  readonly rows: ReadonlyMap<string, EntryRow>;
  /** Its end, to be saved; `undefined` when nothing is signed. */
  readonly proof: Proof | undefined;
}

/** The result of checking a stored chain, with what was read of it. */
export interface CheckedStore extends CheckedChain {
  readonly revisions: readonly StoredRevision[];
  /** In the order in which they were added. */
  readonly keys: readonly PublicKey[];
  /** The one that was signed last. */
  readonly statement: Statement | undefined;
  /** The leaf of every link, by position. */
  readonly leaves: readonly string[];
  /** The newest, oldest first: those that a proof shows, the one before them, and those that are not signed yet. */
  readonly links: readonly Link[];
}
