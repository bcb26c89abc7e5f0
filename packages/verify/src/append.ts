/** Appends entries to a ledger, followed by the statement that signs them. */
import { formatInstant, type Instant, instantOf } from "peak-cycle-model";
import { type Body, type DayBody, dayOf, entryOf, type KeyEntry, type RevisionBody } from "./entries.js";
import { canonical, hashAfter, sha256 } from "./hash.js";
import { endorsementText } from "./keys.js";
import type { Ledger, LedgerLine } from "./ledger.js";

/** The key that signs a ledger. */
export interface LedgerSigner {
  readonly keyId: string;
  readonly x: string;
  /** Ed25519 over the text in UTF-8, base64url. */
  sign(text: string): string;
  /** Earlier keys that are still available, by id: they endorse the current one. */
  readonly former: ReadonlyMap<string, (text: string) => string>;
}

/**
 * Appends entries and the statement that signs them, each checked as if it had been read back. If the signer's key is
 * not the ledger's newest, its key entry comes first.
 *
 * @returns the lines to store
 * @throws LedgerError when a day or a revision is not the next one, RangeError for a number that JSON cannot represent
 * @example
 * ```ts
 * import { generateKeyPairSync, sign } from "node:crypto";
 *
 * const { privateKey, publicKey } = generateKeyPairSync("ed25519");
 * const { x = "" } = publicKey.export({ format: "jwk" });
 * const own = (text: string) => sign(null, Buffer.from(text), privateKey).toString("base64url");
 * const signer = { keyId: keyIdOf(x), x, sign: own, former: new Map() };
 * const lines = appendTo(new Ledger(), [], signer, Date.now() as Instant);
 * lines.map(({ kind }) => kind); // ["key", "statement"]
 * ```
 */
export function appendTo(
  ledger: Ledger,
  bodies: readonly (DayBody | RevisionBody)[],
  signer: LedgerSigner,
  now: Instant,
): readonly LedgerLine[] {
  const lines: LedgerLine[] = [];
  const append = (body: Body): void => {
    const text = canonical(body);
    const { kind } = body.public;
    const hash = hashAfter(ledger.hash, sha256(entryOf(text)));
    const line = { position: ledger.length, kind, day: dayOf(body.public), body: text, hash };
    ledger.add(line);
    lines.push(line);
  };
  if (ledger.key?.key_id !== signer.keyId) append({ public: keyEntry(ledger, signer, now), private: {} });
  for (const body of bodies) append(body);
  const last = ledger.statement && instantOf(ledger.statement.signedAt);
  const at = Math.max(now, last ?? now) as Instant; // a clock may have been set back
  const text = ledger.statementText(formatInstant(at));
  append({ public: { kind: "statement", text, signature: signer.sign(text) }, private: {} });
  return lines;
}

function keyEntry({ key, hash }: Ledger, { keyId, x, former }: LedgerSigner, now: Instant): KeyEntry {
  const sign = key && former.get(key.key_id);
  return {
    kind: "key",
    key_id: keyId,
    x,
    added_at: formatInstant(now),
    endorsed_by: sign === undefined ? null : (key?.key_id ?? null),
    endorsement: sign?.(endorsementText(keyId, x, hash)) ?? null,
  };
}
