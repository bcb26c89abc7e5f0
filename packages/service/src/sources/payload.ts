/** Reads a source's JSON. Nothing in it is trusted: a schema checks every part we use. */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";

/**
 * Parses the parts of a payload that we use and ignores the rest.
 *
 * @throws SourceError `malformed`, naming where the shape differs from the documentation
 */
export function readPayload<T extends z.ZodType>(source: string, schema: T, payload: unknown): z.output<T> {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path ?? [];
  const location = path.length === 0 ? "the root" : path.map(String).join(".");
  throw new SourceError(source, "malformed", `unexpected shape at ${location}`);
}

/** A decimal as sources write it, exponents included: `84380.60000`, `1.13e+21`. Neither hexadecimal nor `Infinity`. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Reads a number that may be a number, a string, or absent.
 *
 * @returns `missing` for null, undefined and the empty string, which never mean zero; `wrong` for anything else that is
 *   not a finite number
 */
export function readNumber(value: unknown): number | "missing" | "wrong" {
  if (value === null || value === undefined || value === "") return "missing";
  if (typeof value === "string" && !DECIMAL.test(value)) return "wrong";
  if (typeof value !== "string" && typeof value !== "number") return "wrong";
  const number = Number(value);
  return Number.isFinite(number) ? number : "wrong";
}

/** A required number. */
export const RequiredNumber = z.unknown().transform((value, context): number => {
  const number = readNumber(value);
  if (typeof number === "number") return number;
  context.addIssue("expected a number");
  return z.NEVER;
});

/** A number that may be null, empty or absent, and is then `undefined`. */
export const OptionalNumber = z
  .unknown()
  .transform((value, context): number | undefined => {
    const number = readNumber(value);
    if (number !== "wrong") return number === "missing" ? undefined : number;
    context.addIssue("expected a number or nothing");
    return z.NEVER;
  })
  .optional();

/** Converts Unix seconds to an instant, rounded to whole milliseconds. */
export function instantOfSeconds(seconds: number): Instant {
  return Math.round(seconds * SECOND_MS) as Instant;
}

/** Converts an instant to Unix seconds, rounded down. */
export function secondsOf(at: number): number {
  return Math.floor(at / SECOND_MS);
}
