/**
 * Reads JSON of a source, none of which is trusted: its size and depth are bounded, and what is used of it is checked
 * by a schema.
 */

import { type Instant, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { HttpFailure } from "./http-client.js";

/**
 * Reads what is used of a payload and ignores the rest.
 *
 * @throws SourceError `malformed`, naming where the shape departs from the documented one
 */
export function readPayload<T extends z.ZodType>(source: string, schema: T, payload: unknown): z.output<T> {
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
 * @returns `missing` for null, undefined and empty text, which are never zero; `wrong` for anything that is no finite number
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
export function secondsOf(at: Instant): number {
  return Math.floor(at / SECOND_MS);
}

/** How large a document may be. Checked before it is parsed: parsing 10 MB of brackets stops a process for seconds. */
export interface JsonBounds {
  /** How deep lists and objects may lie in one another. */
  readonly maxDepth: number;
  /** How many lists and objects there may be. */
  readonly maxContainers: number;
  /** How many commas: one less than the values, or fewer. */
  readonly maxCommas: number;
}

/** The deepest answer of any source has five levels. */
const MAX_DEPTH = 16;

/**
 * The bounds of an answer about so many rows. The widest row has 12 cells; beside its rows an answer has at most some
 * 250 values, and so has one about a single instant.
 */
export function boundsFor(rows: number): JsonBounds {
  return { maxDepth: MAX_DEPTH, maxContainers: 500 + 4 * rows, maxCommas: 4000 + 20 * rows };
}

/**
 * Parses a document whose size is bounded.
 *
 * @param bytes UTF-8
 * @throws HttpFailure `malformed` when it is no JSON or exceeds a bound
 */
export function parseBounded(bytes: Uint8Array, bounds: JsonBounds): unknown {
  const excess = excessOf(bytes, bounds);
  if (excess !== undefined) throw new HttpFailure("malformed", `the body has ${excess}`);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpFailure("malformed", "the body is no JSON document");
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** `[` and `{` differ in this bit, and so do `]` and `}`. */
const CURLY = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** One pass over the bytes: signs inside of texts do not count. About 3 ms a megabyte. */
function excessOf(bytes: Uint8Array, { maxDepth, maxContainers, maxCommas }: JsonBounds): string | undefined {
  let depth = 0;
  let containers = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const sign = bytes[at] as number;
    if (sign === QUOTE) at = endOfText(bytes, at + 1);
    else if (sign === COMMA) commas += 1;
    else if ((sign | CURLY) === CLOSE) depth -= 1;
    else if ((sign | CURLY) === OPEN) {
      depth += 1;
      containers += 1;
      if (depth > maxDepth) return `more than ${maxDepth} levels`;
    }
  }
  if (containers > maxContainers) return `more than ${maxContainers} lists and objects`;
  return commas > maxCommas ? `more than ${maxCommas} values` : undefined;
}

/** @returns the place of the closing quote, or the end */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
