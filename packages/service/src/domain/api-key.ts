/** The format of API Pro keys: generating, checking and hashing them. */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * A new key: `peak_live_`, then 160 random bits and their checksum in hexadecimal. It cannot be guessed, so storing a
 * plain hash is safe.
 */
export function makeApiKey(secret: string = randomBytes(20).toString("hex")): string {
  return `peak_live_${secret}${checksumOf(secret)}`;
}

/** The stored parts of a key. */
interface KeyLookup {
  /** SHA-256 of the whole key, in hexadecimal. */
  readonly hash: string;
  /** The first six characters of its secret, which identify it to people. */
  readonly prefix: string;
}

export function lookupOf(key: string): KeyLookup {
  const [, prefix = ""] = FORM.exec(key) ?? [];
  return { hash: createHash("sha256").update(key).digest("hex"), prefix };
}

/**
 * Whether a text has the format of a key. A mistyped key does not, because changing one character changes the checksum.
 */
export function isApiKey(text: string): boolean {
  const [, prefix = "", rest = "", checksum] = FORM.exec(text) ?? [];
  return checksum === checksumOf(prefix + rest);
}

/** Valid only in the sandbox: no installation stores it. */
export const SANDBOX_KEY = makeApiKey("5a4db0c5".repeat(5));

const FORM = /^peak_live_([0-9a-f]{6})([0-9a-f]{34})([0-9a-f]{8})$/;

/** CRC-32. */
function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, "0");
}
