import type { PublicKey, Statement } from "../domain/chain.js";
import type { Revision } from "../domain/history.js";
import type { RevisionsTable, SigningKeysTable, StatementsTable } from "./tables.js";

/** The table's form of a statement. */
export function toStatementRow(number: number, statement: Statement): StatementsTable {
  const { position, text, keyId, signature, signedAt } = statement;
  return { number, position, text, key_id: keyId, signature, signed_at: signedAt };
}

export function toStatement({ position, text, key_id, signature, signed_at }: StatementsTable): Statement {
  return { position, text, keyId: key_id, signature, signedAt: signed_at };
}

/** The table's form of a public key. */
export function toKeyRow(number: number, { keyId, x, addedAt, endorsement }: PublicKey): SigningKeysTable {
  const endorsed = { endorsed_by: endorsement?.keyId ?? null, endorsement: endorsement?.signature ?? null };
  return { number, key_id: keyId, x, added_at: addedAt, ...endorsed };
}

export function toKey({ key_id, x, added_at, endorsed_by, endorsement }: SigningKeysTable): PublicKey {
  const isEndorsed = endorsed_by !== null && endorsement !== null;
  return {
    keyId: key_id,
    x,
    addedAt: added_at,
    endorsement: isEndorsed ? { keyId: endorsed_by, signature: endorsement } : undefined,
  };
}

/** The table's form of a correction. */
export function toRevisionRow({ number, day, revisedAt, reason, corrected }: Revision): RevisionsTable {
  const { score, smoothed, phase, btcPriceUsd } = corrected;
  return { number, day, revised_at: revisedAt, reason, score, smoothed, phase, btc_price_usd: btcPriceUsd };
}

export function toRevision(row: RevisionsTable): Revision {
  return {
    number: row.number,
    day: row.day,
    revisedAt: row.revised_at,
    reason: row.reason,
    corrected: { score: row.score, smoothed: row.smoothed, phase: row.phase, btcPriceUsd: row.btc_price_usd },
  };
}
