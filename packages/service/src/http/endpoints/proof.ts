/** The proof of the history: the signed end of the chain with its newest links, the leaves of all links, the public keys. */
import { createHash } from "node:crypto";
import { instantOf } from "peak-cycle-model";
import type { ChainProof, PublicKey } from "peak-cycle-verify";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
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

/** The descriptions of the fields go to openapi.json and the pages. */
export const ProofReply = z.strictObject({
  ok: okField,
  head: z.strictObject({
    position: z.int().min(0).describe("number of the last signed link; 0 is 2010-07-18, then one a day"),
    date: z.iso.date().nullable().describe("date of the history row in it"),
    closed: z.iso.date().describe("the closed UTC day it speaks of"),
    hash: Hash.describe("hash of the last signed link: the end of the chain"),
  }),
  statement: z.string().describe("what was signed: JSON in one line, as a text"),
  signature: Signature.describe("Ed25519 over the UTF-8 of statement, base64url"),
  key_id: Thumbprint.describe("which of the public keys it was signed with"),
  keys: z.url().describe("address of the public keys"),
  leaves: z.url().describe("address of the leaves of all links"),
  previous: Hash.describe("hash of the link before the first of links; 64 zeros when there is none"),
  links: z
    .array(
      z.strictObject({
        position: z.int().min(0).describe("number of the link"),
        date: z.iso.date().nullable().describe("date of the history row in it; null when the day has none"),
        entry: z.string().describe("what is chained: JSON in one line, as a text"),
        leaf: Hash.describe("SHA-256 of entry"),
        hash: Hash.describe("SHA-256 of the hash before it and leaf, written one after the other"),
      }),
    )
    .min(1)
    .max(PUBLIC_DAYS),
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
      endorsement: Signature.nullable().describe("that signature, over the text “peak key <kid> <x>”"),
    }),
  ),
});

export type KeysReply = z.infer<typeof KeysReply>;

const ENTRY = JSON.stringify({
  position: 5969,
  closed: "2026-11-20",
  row: {
    date: "2026-11-21",
    score: 61.2,
    score_smoothed: 60.1,
    phase_key: "HOT",
    btc_price_usd: 84391.27,
    computed_at: "2026-11-21T06:00:03.120Z",
    model_version: "1",
    origin: "live",
  },
  sealed: madeUp("sealed"),
});
const LEAF = hashOf(ENTRY);
const PREVIOUS = madeUp("previous");
const HEAD = hashOf(PREVIOUS + LEAF);
const KEY_ID = createHash("sha256").update("key").digest("base64url");
const SIGNATURE = createHash("sha512").update("signature").digest("base64url");

/** A made-up proof with one link; its hashes fit, its signature is not valid. */
const PROOF_EXAMPLE: ProofReply = {
  ok: true,
  head: { position: 5969, date: "2026-11-21", closed: "2026-11-20", hash: HEAD },
  statement: JSON.stringify({
    chain: madeUp("first"),
    position: 5969,
    closed: "2026-11-20",
    hash: HEAD,
    revisions: 0,
    revisions_hash: "0".repeat(64),
    signed_at: "2026-11-21T06:00:04.000Z",
  }),
  signature: SIGNATURE,
  key_id: KEY_ID,
  keys: "https://peak.example/.well-known/peak-keys.json",
  leaves: "https://peak.example/api/public/nhci/proof/leaves",
  previous: PREVIOUS,
  links: [{ position: 5969, date: "2026-11-21", entry: ENTRY, leaf: LEAF, hash: HEAD }],
};

const KEYS_EXAMPLE = presentKeys([
  {
    keyId: KEY_ID,
    x: createHash("sha256").update("x").digest("base64url"),
    addedAt: instantOf("2026-11-01T09:00:00.000Z"),
    endorsement: undefined,
  },
]);

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function madeUp(name: string): string {
  return hashOf(`example ${name}`);
}

export const proof = endpoint({
  path: PROOF,
  id: "proof",
  summary: `The signed end of the chain of closed days, and its last ${PUBLIC_DAYS} links`,
  reply: ProofReply,
  example: PROOF_EXAMPLE,
  source: ({ published }) => published.history.get()?.proof,
  content: (source, { config }) =>
    presentProof(source, { keys: addressOf(config, KEYS), leaves: addressOf(config, LEAVES) }),
  cache: EXTRAS_CACHE,
});

/** 390 kB of hashes, held once and uncompressed: only verifiers ask for them. */
export const leaves = textEndpoint({
  path: LEAVES,
  id: "leaves",
  summary: "The leaf of every link, one a line",
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

/** The end of the chain, what was signed about it, and its newest links. */
export function presentProof({ proof }: ChainProof, addresses: Pick<ProofReply, "keys" | "leaves">): ProofReply {
  const { previous, links, ...signed } = proof;
  return { ...signed, ...addresses, previous, links: [...links] };
}

/** The public keys as a JWK set, in the order in which they were added. */
export function presentKeys(keys: readonly PublicKey[]): KeysReply {
  return {
    keys: keys.map(({ keyId, x, endorsement }) => ({
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: keyId,
      x,
      endorsed_by: endorsement?.keyId ?? null,
      endorsement: endorsement?.signature ?? null,
    })),
  };
}
