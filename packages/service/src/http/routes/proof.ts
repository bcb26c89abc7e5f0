/**
 * The proof of the history: the ledger's newest entries and signed end, the leaves of all entries, and the public keys.
 */
import type { FastifyInstance } from "fastify";
import type { KeyEntry } from "peak-cycle-verify";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import * as fields from "../../published/public-fields.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge, recipeOf } from "../edge.js";
import { json, TEXT_TYPE } from "../responses.js";

const LEAVES = "/api/public/nhci/proof/leaves";
const KEYS = "/.well-known/peak-keys.json";

const Hash = z.string().regex(/^[0-9a-f]{64}$/, "64 hex digits");
const Signature = z.string().regex(/^[\w-]{86}$/, "64 bytes in base64url");
const Thumbprint = z.string().regex(/^[\w-]{43}$/, "32 bytes in base64url");

const Placed = z
  .strictObject({
    position: fields.count.describe("number of the entry in the ledger, from 0"),
    entry: z.string().describe("the public entry: one line of JSON, as a string"),
  })
  .meta({ id: "LedgerEntry" });

/** The descriptions go into openapi.json and the pages. */
const ProofReply = z.strictObject({
  ok: fields.ok,
  format: z.literal("peak-ledger-1").describe("the format of the ledger"),
  ledger: Hash.describe("hash after the first entry: it identifies the ledger"),
  position: fields.count.describe("number of the newest signed entry"),
  hash: Hash.describe("hash after that entry: the end of the ledger"),
  statement: z.string().describe("what was signed: one line of JSON, as a string"),
  signature: Signature.describe("Ed25519 signature of statement in UTF-8, base64url"),
  key_id: Thumbprint.describe("ID of the key that signed it"),
  previous: Hash.describe("hash before the first item of entries"),
  entries: z
    .array(Placed.extend({ hash: Hash.describe("SHA-256 of the previous hash and the SHA-256 of entry") }))
    .min(1)
    .describe("all entries since the first of the last 30 days, without a gap"),
  keys: z.array(Placed).min(1).describe("the entries of all signing keys"),
  revisions: z.array(Placed).describe("the entries of all revisions"),
  keys_url: z.url().describe("address of the public keys"),
  leaves_url: z.url().describe("address of the leaves of all entries"),
});

const ENDORSEMENT =
  "the previous key's signature of the text “peak-ledger-1 key <kid> <x> after <hash before its entry>”";

/** A JWK set (RFC 7517, RFC 8037) with three extra members per key. */
const KeysReply = z.strictObject({
  keys: fields.list("oldest first", {
    kty: z.literal("OKP").describe("key type"),
    crv: z.literal("Ed25519").describe("curve of the key"),
    alg: z.literal("EdDSA").describe("signature algorithm"),
    use: z.literal("sig").describe("purpose: signatures"),
    kid: Thumbprint.describe("thumbprint of the key (RFC 7638)"),
    x: Thumbprint.describe("the public key, base64url"),
    endorsed_by: Thumbprint.nullable().describe("ID of the previous key, if that endorsed this one"),
    endorsement: Signature.nullable().describe(ENDORSEMENT),
  }),
});

const PROOF_DOC: Doc = {
  id: "proof",
  tag: "data",
  summary: `The signed end of the ledger, and its entries of the last ${PUBLIC_DAYS} days`,
  description:
    "Each closed day is an entry in a signed hash chain, so nobody can change a row unnoticed, not even the " +
    "operator. The verifiers of this project read this.",
  reply: ProofReply,
};

const LEAVES_DOC: Doc = {
  id: "leaves",
  tag: "data",
  summary: "The leaf of every entry of the ledger, one per line",
  description:
    "SHA-256 in hexadecimal from position 0 on, about 390 kB. Older entries are public only as these hashes.",
  type: "text/plain",
};

const KEYS_DOC: Doc = {
  id: "keys",
  tag: "data",
  summary: "The public keys of this installation, as a JWK set",
  description: "All keys ever used, oldest first (RFC 7517), each with the endorsement by the previous key.",
  type: "application/jwk-set+json",
  reply: KeysReply,
};

export function proofRoutes(app: FastifyInstance, edge: Edge): void {
  const proofNow = () => edge.published.history.get()?.proof;
  const addresses = { keys_url: addressOf(edge.site, KEYS), leaves_url: addressOf(edge.site, LEAVES) };
  cachedRoute(app, edge, "/api/public/nhci/proof", PROOF_DOC, () =>
    recipeOf(proofNow(), EXTRAS_CACHE, (chain) => json(ProofReply, { ...chain.proof, ...addresses })),
  );
  // 390 kB of hashes that compress badly and that only verifiers request: cached once, uncompressed.
  cachedRoute(app, edge, LEAVES, LEAVES_DOC, () =>
    recipeOf(proofNow(), EXTRAS_CACHE, ({ leaves }) => ({ type: TEXT_TYPE, body: Buffer.from(leaves) })),
  );
  cachedRoute(app, edge, KEYS, KEYS_DOC, () =>
    recipeOf(proofNow(), EXTRAS_CACHE, ({ keys }) =>
      json(KeysReply, { keys: keys.map(presentKey) }, "application/jwk-set+json"),
    ),
  );
}

function presentKey({ key_id, x, endorsed_by, endorsement }: KeyEntry) {
  return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement } as const;
}
