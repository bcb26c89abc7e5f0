import { createHash } from "node:crypto";

/** What stands where no hash came before. */
export const NO_HASH = "0".repeat(64);

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** The hash of a chain that goes on with `leaf`: both as 64 hex digits, hashed as those 128 characters. */
export function hashAfter(previous: string, leaf: string): string {
  return sha256(previous + leaf);
}
