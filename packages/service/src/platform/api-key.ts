/** What a key of API Pro looks like: how one is made, read and hashed. */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * A new key: `peak_live_`, 160 random bits and their checksum, in hexadecimal. Nobody can guess it, so a plain hash of
 * it may be stored.
 */
export function makeApiKey(secret: string = randomBytes(20).toString("hex")): string {
  return `peak_live_${secret}${checksumOf(secret)}`;
}

/** A key as it is looked up and listed. */
interface KeyLookup {
  /** SHA-256 of the whole key, in hexadecimal. */
  readonly hash: string;
  /** The first six characters of its secret, by which people name it. */
  readonly prefix: string;
}

export function lookupOf(key: string): KeyLookup {
  const [, prefix = ""] = FORM.exec(key) ?? [];
  return { hash: createHash("sha256").update(key).digest("hex"), prefix };
}

/** Whether it can be a key: a mistyped one cannot, since each change of one character changes the checksum. */
export function isApiKey(text: string): boolean {
  const [, prefix = "", rest = "", checksum] = FORM.exec(text) ?? [];
  return checksum === checksumOf(prefix + rest);
}

/** Opens what stands in the sandbox, and nothing else: no installation has stored it. */
export const SANDBOX_KEY = makeApiKey("5a4db0c5".repeat(5));

const FORM = /^peak_live_([0-9a-f]{6})([0-9a-f]{34})([0-9a-f]{8})$/;

/** CRC-32. */
function checksumOf(secret: string): string {
  return crc32(secret).toString(16).padStart(8, "0");
}
