import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { okField } from "./fields.js";

const Hash = z.string().regex(/^[0-9a-f]{64}$/, "64 hex digits");
const Signature = z.string().regex(/^[\w-]{86}$/, "64 bytes in base64url");
const Thumbprint = z.string().regex(/^[\w-]{43}$/, "32 bytes in base64url");

/** The body of the proof. Descriptions go to openapi.json and the pages. */
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

/** The body of the public keys: a JWK set (RFC 7517, RFC 8037) with three further members a key. */
export const KeysReply = z.strictObject({
  keys: z.array(
    z.strictObject({
      kty: z.literal("OKP").describe("kind of the key"),
      crv: z.literal("Ed25519").describe("curve of the key"),
      alg: z.literal("EdDSA").describe("algorithm it is for"),
      use: z.literal("sig").describe("what it is for: signatures"),
      kid: Thumbprint.describe("thumbprint of the key (RFC 7638)"),
      x: Thumbprint.describe("the public key, base64url"),
      added_at: z.iso.datetime().describe("since when it is in this list; ISO 8601, UTC"),
      endorsed_by: Thumbprint.nullable().describe("the key before it, when that has signed this one"),
      endorsement: Signature.nullable().describe("that signature, over the text “peak key <kid> <x>”"),
    }),
  ),
});

export type KeysReply = z.infer<typeof KeysReply>;
