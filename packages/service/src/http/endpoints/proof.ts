/** The proof of the history: the signed end of the ledger with its newest entries, the leaves of all entries, the public keys. */
import { createHash } from "node:crypto";
import type { KeyEntry } from "peak-cycle-verify";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import type { ChainProof } from "../../published/published.js";
import { EXTRAS_CACHE } from "../cache-control.js";
import { endpoint, textEndpoint } from "../endpoint.js";
import { okField } from "../reply-fields.js";
import { PLAIN_TEXT } from "../response-variants.js";

const PROOF = "/api/public/nhci/proof";
const LEAVES = "/api/public/nhci/proof/leaves";
const KEYS = "/.well-known/peak-keys.json";

const Hash = z.string().regex(/^[0-9a-f]{64}$/, "64 hex digits");
const Signature = z.string().regex(/^[\w-]{86}$/, "64 bytes in base64url");
const Thumbprint = z.string().regex(/^[\w-]{43}$/, "32 bytes in base64url");

const Placed = z
  .strictObject({
    position: z.int().min(0).describe("number of the entry in the ledger, from 0 on"),
    entry: z.string().describe("the public entry: JSON in one line, as a text"),
  })
  .meta({ id: "LedgerEntry" });

/** The descriptions of the fields go to openapi.json and the pages. */
export const ProofReply = z.strictObject({
  ok: okField,
  format: z.literal("peak-ledger-1").describe("the format of the ledger"),
  ledger: Hash.describe("hash after the first entry: it names the ledger"),
  position: z.int().min(0).describe("number of the newest entry that is signed"),
  hash: Hash.describe("hash after that entry: the end of the ledger"),
  statement: z.string().describe("what was signed: JSON in one line, as a text"),
  signature: Signature.describe("Ed25519 over the UTF-8 of statement, base64url"),
  key_id: Thumbprint.describe("the key it was signed with"),
  previous: Hash.describe("hash before the first of entries"),
  entries: z
    .array(Placed.extend({ hash: Hash.describe("SHA-256 of the hash before it and SHA-256 of entry") }))
    .min(1)
    .describe("without a gap, from the first of the last 30 rows on"),
  keys: z.array(Placed).min(1).describe("the entries of all signing keys"),
  revisions: z.array(Placed).describe("the entries of all revisions"),
  keys_url: z.url().describe("address of the public keys"),
  leaves_url: z.url().describe("address of the leaves of all entries"),
});

export type ProofReply = z.infer<typeof ProofReply>;

/** A JWK set (RFC 7517, RFC 8037) with three further members a key. */
export const KeysReply = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal("OKP").describe("kind of the key"),
      crv: z.literal("Ed25519").describe("curve of the key"),
      alg: z.literal("EdDSA").describe("algorithm it is for"),
      use: z.literal("sig").describe("what it is for: signatures"),
      kid: Thumbprint.describe("thumbprint of the key (RFC 7638)"),
      x: Thumbprint.describe("the public key, base64url"),
      endorsed_by: Thumbprint.nullable().describe("the key before it, when that has signed this one"),
      endorsement: Signature.nullable().describe(
        "that signature, over the text “peak-ledger-1 key <kid> <x> after <hash before its entry>”",
      ),
    }),
  ),
});

export type KeysReply = z.infer<typeof KeysReply>;

const KEY_ID = createHash("sha256").update("key").digest("base64url");
const SIGNATURE = createHash("sha512").update("signature").digest("base64url");
const ENTRY = JSON.stringify({
  kind: "day",
  closed: "2026-11-20",
  descent_guard: null,
  top_risk: null,
  row: {
    date: "2026-11-21",
    score: 61.2,
    score_smoothed: 60.1,
    phase_key: "HOT",
    btc_price_usd: 84391.27,
    signal: "CAUTION",
    settled_phase: "HOT",
    crypto: { score: 57.9, phase_key: "BULL" },
    computed_at: "2026-11-21T06:00:03.120Z",
    model_version: "1",
    origin: "live",
  },
  sealed: madeUp("sealed"),
});
const KEY_ENTRY = JSON.stringify({
  kind: "key",
  key_id: KEY_ID,
  x: createHash("sha256").update("x").digest("base64url"),
  added_at: "2026-11-01T09:00:00.000Z",
  endorsed_by: null,
  endorsement: null,
  sealed: madeUp("key"),
});
const PREVIOUS = madeUp("previous");
const HEAD = hashOf(PREVIOUS + hashOf(ENTRY));

/** A made-up proof with one day; its hashes fit, its signature is not valid. */
const PROOF_EXAMPLE: ProofReply = {
  ok: true,
  format: "peak-ledger-1",
  ledger: madeUp("first"),
  position: 5970,
  hash: HEAD,
  statement: JSON.stringify({
    format: "peak-ledger-1",
    ledger: madeUp("first"),
    position: 5970,
    hash: HEAD,
    days: 5969,
    revisions: 0,
    keys: 1,
    signed_at: "2026-11-21T06:00:04.000Z",
    key_id: KEY_ID,
  }),
  signature: SIGNATURE,
  key_id: KEY_ID,
  previous: PREVIOUS,
  entries: [{ position: 5970, entry: ENTRY, hash: HEAD }],
  keys: [{ position: 0, entry: KEY_ENTRY }],
  revisions: [],
  keys_url: "https://peak.example/.well-known/peak-keys.json",
  leaves_url: "https://peak.example/api/public/nhci/proof/leaves",
};

const KEYS_EXAMPLE = presentKeys([JSON.parse(KEY_ENTRY)]);

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function madeUp(name: string): string {
  return hashOf(`example ${name}`);
}

export const proof = endpoint({
  path: PROOF,
  id: "proof",
  summary: `The signed end of the ledger, with everything of the last ${PUBLIC_DAYS} days`,
  reply: ProofReply,
  example: PROOF_EXAMPLE,
  source: ({ published }) => published.history.get()?.proof,
  content: (source, { config }) =>
    presentProof(source, { keys_url: addressOf(config, KEYS), leaves_url: addressOf(config, LEAVES) }),
  cache: EXTRAS_CACHE,
});

/** 390 kB of hashes, held once and uncompressed: only verifiers ask for them. */
export const leaves = textEndpoint({
  path: LEAVES,
  id: "leaves",
  summary: "The leaf of every entry of the ledger, one a line",
  headers: PLAIN_TEXT,
  source: ({ published }) => published.history.get()?.proof,
  text: (source) => Buffer.from(source.leaves),
  cache: EXTRAS_CACHE,
});

export const keys = endpoint({
  path: KEYS,
  id: "keys",
  summary: "The public keys of this installation, as a JWK set",
  headers: { contentType: "application/jwk-set+json" },
  reply: KeysReply,
  example: KEYS_EXAMPLE,
  source: ({ published }) => published.history.get()?.proof,
  content: (source) => presentKeys(source.keys),
  cache: EXTRAS_CACHE,
});

/** The signed end of the ledger, and where the rest of it is. */
export function presentProof(
  { proof }: ChainProof,
  addresses: Pick<ProofReply, "keys_url" | "leaves_url">,
): ProofReply {
  const { entries, keys, revisions, ...signed } = proof;
  const format = "peak-ledger-1";
  return { ...signed, format, entries: [...entries], keys: [...keys], revisions: [...revisions], ...addresses };
}

/** The public keys as a JWK set, in the order in which they were added. */
export function presentKeys(keys: readonly KeyEntry[]): KeysReply {
  return {
    keys: keys.map(({ key_id, x, endorsed_by, endorsement }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: key_id,
      x,
      endorsed_by,
      endorsement,
    })),
  };
}
