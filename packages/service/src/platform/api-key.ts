/** What a key of API Pro looks like: how one is made, read and hashed. */
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * A new key, `peak_live_` and 39 letters and digits. Nobody can guess 160 random bits, so a plain hash of it may be stored.
 *
 * @param random 20 bytes
 */
export function makeApiKey(random: Uint8Array = randomBytes(RANDOM_BYTES)): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const secret = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join("");
  return PREFIX + secret + checksumOf(secret);
}

/** A key as it is looked up and listed. */
export interface ReadApiKey {
  /** SHA-256 of the whole key, in hexadecimal. */
  readonly hash: string;
  /** The first six characters of its secret, by which people name it. */
  readonly prefix: string;
}

/** @returns `undefined` for what is no key, a mistyped one too: each change of one character changes the checksum */
export function readApiKey(text: string): ReadApiKey | undefined {
  if (text.length !== KEY_LENGTH || !text.startsWith(PREFIX)) return undefined;
  const secret = text.slice(PREFIX.length, -CHECKSUM_LENGTH);
  if (!SECRET.test(secret) || text.slice(-CHECKSUM_LENGTH) !== checksumOf(secret)) return undefined;
  return { hash: createHash("sha256").update(text).digest("hex"), prefix: secret.slice(0, PREFIX_LENGTH) };
}

/** Opens what stands in the sandbox, and nothing else: no installation has stored it. */
export const SANDBOX_KEY = "peak_live_sandboxsandboxsandboxsandboxsandp4mgxrd";

const PREFIX = "peak_live_";
const RANDOM_BYTES = 20;

/** Base32 of RFC 4648 in lower case: five bits a character, without 0 and 1, which look like o and l. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const SECRET = /^[a-z2-7]{32}$/;

/** CRC-32 in base32. */
const CHECKSUM_LENGTH = 7;
const KEY_LENGTH = PREFIX.length + (RANDOM_BYTES * 8) / 5 + CHECKSUM_LENGTH;
const PREFIX_LENGTH = 6;

function checksumOf(secret: string): string {
  const sum = crc32(secret);
  return Array.from({ length: CHECKSUM_LENGTH }, (_, i) => ALPHABET[Math.floor(sum / 32 ** i) % 32]).join("");
}
