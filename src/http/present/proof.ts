import type { ChainProof, Link, PublicKey } from "../../domain/chain.js";
import { formatDay, formatInstant } from "../../domain/instant.js";
import type { KeysReply, ProofReply } from "../schemas/proof.js";

/** Stands before the first link. */
const NO_HASH = "0".repeat(64);

/** Where the rest of the proof lies. */
interface Addresses {
  readonly keys: string;
  readonly leaves: string;
}

/** The end of the chain, what was signed about it, and its newest links. @throws RangeError without a link */
export function presentProof({ links, previous, statement }: ChainProof, addresses: Addresses): ProofReply {
  const last = links.at(-1);
  if (last === undefined) throw new RangeError("a proof needs a link");
  return {
    ok: true,
    head: { position: last.position, date: rowDate(last), closed: formatDay(last.day), hash: last.hash },
    statement: statement.text,
    signature: statement.signature,
    key_id: statement.keyId,
    ...addresses,
    previous: previous ?? NO_HASH,
    links: links.map((link) => {
      const { position, entry, leaf, hash } = link;
      return { position, date: rowDate(link), entry, leaf, hash };
    }),
  };
}

/** The public keys as a JWK set, in the order in which they were added. */
export function presentKeys(keys: readonly PublicKey[]): KeysReply {
  return {
    keys: keys.map(({ keyId, x, addedAt, endorsement }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: keyId,
      x,
      added_at: formatInstant(addedAt),
      endorsed_by: endorsement?.keyId ?? null,
      endorsement: endorsement?.signature ?? null,
    })),
  };
}

function rowDate({ entry }: Link): string | null {
  const { row } = JSON.parse(entry) as { readonly row: { readonly date: string } | null };
  return row?.date ?? null;
}
