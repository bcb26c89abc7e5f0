// Public keys of the chain: their names, whether they have signed a text, and whether an earlier key endorses each.

import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import { counted, type Finding, fault, note, ok } from "./finding.js";

/** The name of a public key: its RFC 7638 thumbprint, base64url. @param x the 32 bytes of the key, base64url */
export function keyIdOf(x: string): string {
  return createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }), "utf8")
    .digest("base64url");
}

/** The text that an earlier key signs to endorse this one. */
export function endorsementText(keyId: string, x: string): string {
  return `peak key ${keyId} ${x}`;
}

/** Whether a text in UTF-8 was signed with the private part of a key. @param signature Ed25519, canonical base64url */
export function isSigned(text: string, signature: string, x: string): boolean {
  const key = isPlain(x, 32) ? publicKeyOf(x) : undefined;
  if (key === undefined || !isPlain(signature, 64)) return false;
  return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64url"));
}

function publicKeyOf(x: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { crv: "Ed25519", kty: "OKP", x }, format: "jwk" });
  } catch {
    return undefined;
  }
}

/** A public key, as it is stored or answered. */
interface ListedKey {
  readonly keyId: string;
  readonly x: string;
  readonly endorsedBy: string | null;
  readonly endorsement: string | null;
}

export interface CheckedKeys {
  /** `x` by key id, in the order of adding. */
  readonly known: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
}

/** Checks each key's id, and its endorsement by an earlier key. @param keys in the order of adding */
export function checkKeys(keys: readonly ListedKey[]): CheckedKeys {
  const known = new Map<string, string>();
  const findings: Finding[] = [];
  for (const key of keys) {
    if (!isPlain(key.x, 32) || keyIdOf(key.x) !== key.keyId) {
      findings.push(fault(`signing key ${key.keyId}: the name is not the hash of the key`));
    }
    if (known.has(key.keyId)) findings.push(fault(`signing key ${key.keyId} is listed twice`));
    const remark = endorsementRemark(key, known);
    if (remark !== undefined) findings.push(remark);
    known.set(key.keyId, key.x);
  }
  if (known.size > 0) findings.push(ok(counted(known.size, "signing key")));
  return { known, findings };
}

function endorsementRemark(key: ListedKey, before: ReadonlyMap<string, string>): Finding | undefined {
  const { keyId, x, endorsedBy, endorsement } = key;
  if (endorsedBy === null && endorsement === null) {
    if (before.size === 0) return undefined;
    return note(
      `signing key ${keyId} was added without the word of an earlier key: that one was lost, or this one is not the publisher's`,
    );
  }
  const by = before.get(endorsedBy ?? "");
  const isEndorsed = by !== undefined && endorsement !== null && isSigned(endorsementText(keyId, x), endorsement, by);
  return isEndorsed ? undefined : fault(`signing key ${keyId}: the endorsement is not of an earlier key`);
}

/** base64url has unused bits, so several texts decode to the same bytes; only one of them is canonical. */
function isPlain(text: string, bytes: number): boolean {
  const data = Buffer.from(text, "base64url");
  return data.length === bytes && data.toString("base64url") === text;
}
