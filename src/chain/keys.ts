import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";

/** The name of a public key: its RFC 7638 thumbprint, base64url. @param x the 32 bytes of the key, base64url */
export function keyIdOf(x: string): string {
  return createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }), "utf8")
    .digest("base64url");
}

/** What an earlier key signs to say that this one follows. */
export function endorsementText(keyId: string, x: string): string {
  return `peak key ${keyId} ${x}`;
}

/** Whether a text in UTF-8 was signed with the private part of a key. @param signature Ed25519, base64url */
export function isSigned(text: string, signature: string, x: string): boolean {
  const key = /^[\w-]{43}$/.test(x) ? publicKeyOf(x) : undefined;
  if (key === undefined || !/^[\w-]{86}$/.test(signature)) return false;
  return verify(null, Buffer.from(text, "utf8"), key, Buffer.from(signature, "base64url"));
}

function publicKeyOf(x: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: { crv: "Ed25519", kty: "OKP", x }, format: "jwk" });
  } catch {
    return undefined;
  }
}
