/** Reads JSON of a source, none of which is trusted: what is used of it is checked by a schema. */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import type { SourceName } from "./order.js";

/**
 * Reads what is used of a payload and ignores the rest.
 *
 * @throws SourceError `malformed`, naming where the shape departs from the documented one
 */
export function readPayload<T extends z.ZodType>(source: SourceName, schema: T, payload: unknown): z.output<T> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const location = path.length === 0 ? "the top" : path.map(String).join(".");
  throw new SourceError(source, "malformed", `another shape than documented at ${location}`);
}

/** A decimal as sources write it, exponents included: `84380.60000`, `1.13e+21`. Not hexadecimal, not `Infinity`. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/**
 * Reads a number that may come as a number, as text, or not at all.
 *
 * @returns `missing` for null, undefined and empty text, which are never zero; `wrong` for anything that is no finite
 *   number
 */
export function readNumber(value: unknown): number | "missing" | "wrong" {
  if (value === null || value === undefined || value === "") return "missing";
  if (typeof value === "string" && !DECIMAL.test(value)) return "wrong";
  if (typeof value !== "string" && typeof value !== "number") return "wrong";
  const number = Number(value);
  return Number.isFinite(number) ? number : "wrong";
}

/** A number that has to be there. */
export const RequiredNumber = z.unknown().transform((value, context): number => {
  const number = readNumber(value);
  if (typeof number === "number") return number;
  context.addIssue("a number is due here");
  return z.NEVER;
});

/** A number that may be null, empty or have no key at all, which reads as `undefined`. */
export const OptionalNumber = z
  .unknown()
  .transform((value, context): number | undefined => {
    const number = readNumber(value);
    if (number !== "wrong") return number === "missing" ? undefined : number;
    context.addIssue("a number or nothing is due here");
    return z.NEVER;
  })
  .optional();

/** The moment of a Unix time in seconds; whole milliseconds. */
export function instantOfSeconds(seconds: number): Instant {
  return Math.round(seconds * SECOND_MS) as Instant;
}

/** Unix seconds of a moment, rounded down. */
export function secondsOf(at: number): number {
  return Math.floor(at / SECOND_MS);
}
