// The two hashes of the ledger, and the text that JSON makes of a value.

import { hash } from "node:crypto";

export const FORMAT = "peak-ledger-1";

/** SHA-256 of a text in UTF-8, as 64 lower-case hex digits. */
export function sha256(text: string): string {
  return hash("sha256", text); // in one call it takes a third of the time
}

/** What stands for the hash before the first entry. */
export const FIRST_HASH = sha256(FORMAT);

/** The hash of a ledger that goes on with a leaf: both are hashed as the 128 characters they are written with. */
export function hashAfter(previous: string, leaf: string): string {
  return sha256(previous + leaf);
}

/**
 * A value as JSON in one line: members in their order, numbers in their shortest decimals, -0 as 0.
 *
 * @throws RangeError for a number that JSON cannot carry, so that none is stored as null
 */
export function canonical(value: object): string {
  return JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each === "number" && !Number.isFinite(each)) throw new RangeError(`JSON cannot carry ${each}`);
    return each === 0 ? 0 : each;
  });
}
