import type { Link, Proof, SignedStatement, Statement } from "../domain/chain.js";
import { formatDay } from "../domain/instant.js";
import type { Finding } from "./finding.js";
import { type EntryRow, NO_HASH, readEntry } from "./link.js";
import type { KnownChain } from "./statement.js";

/**
 * The proof of stored links, to be saved and compared later.
 *
 * @param links oldest first, the last is the one of the statement
 * @param before the link before the first of them
 */
export function proofOf(links: readonly Link[], before: Link | undefined, statement: Statement): Proof | undefined {
  const head = links.at(-1);
  if (head === undefined) return undefined;
  const date = (link: Link) => readEntry(link.entry)?.row?.date ?? null;
  return {
    ok: true,
    head: { position: head.position, date: date(head), closed: formatDay(head.day), hash: head.hash },
    statement: statement.text,
    signature: statement.signature,
    key_id: statement.keyId,
    previous: before?.hash ?? NO_HASH,
    links: links.map((link) => {
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
