/** Public keys: their ids, signature checks, and the unsafe keys that are rejected. */
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { KeyEntry } from "./entries.js";
import { FORMAT } from "./hash.js";

/**
 * The id of a public key: its RFC 7638 thumbprint, base64url.
 *
 * @param x the 32 bytes of the key, base64url
 * @example
 * ```ts
 * keyIdOf("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"); // "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
 * ```
 */
export function keyIdOf(x: string): string {
  const jwk = JSON.stringify({ crv: "Ed25519", kty: "OKP", x });
  return createHash("sha256").update(jwk, "utf8").digest("base64url");
}

/** The text that an earlier key signs to endorse a new one. @param hash of the entry before the new key's entry */
export function endorsementText(keyId: string, x: string, hash: string): string {
  return `${FORMAT} key ${keyId} ${x} after ${hash}`;
}

/** Whether the previous key vouches for a new one, or the entry says that no key does. */
export function isEndorsed(key: KeyEntry, by: KeyEntry | undefined, hash: string): boolean {
  const { key_id, x, endorsed_by, endorsement } = key;
  if (endorsed_by === null || endorsement === null) return endorsed_by === endorsement;
  return by?.key_id === endorsed_by && isSigned(endorsementText(key_id, x, hash), endorsement, by.x);
}

/** Whether a key signed a text. @param signature Ed25519, canonical base64url */
export function isSigned(text: string, signature: string, x: string): boolean {
  const key = publicKey(x);
  if (key === undefined || !isCanonical(signature, 64)) return false;
  return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64url"));
}

/** Whether only the holder of the private key can sign for this public key. */
export function isUsableKey(x: string): boolean {
  return publicKey(x) !== undefined;
}

function publicKey(x: string): KeyObject | undefined {
  if (!isCanonical(x, 32) || isOfSmallOrder(Buffer.from(x, "base64url"))) return undefined;
  try {
    return createPublicKey({ key: { crv: "Ed25519", kty: "OKP", x }, format: "jwk" });
  } catch {
    return undefined;
  }
}

/**
 * The y coordinates of the eight points of small order, as encoded and, where that differs, with the prime added. With
 * such a key, anyone can forge a signature that is valid for most texts. Source: RFC 8032; Cremers and Jackson 2019.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

/** The last bit is the sign of x, which does not affect the order. */
function isOfSmallOrder(key: Buffer): boolean {
  const y = Buffer.from(key);
  y[31] = (y[31] ?? 0) & 0x7f;
  return SMALL_ORDER.has(y.toString("hex"));
}

/** base64url leaves bits unused, so several texts decode to the same bytes; only one of them is canonical. */
function isCanonical(text: string, bytes: number): boolean {
  const data = Buffer.from(text, "base64url");
  return data.length === bytes && data.toString("base64url") === text;
}
