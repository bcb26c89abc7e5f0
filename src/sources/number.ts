import * as z from "zod";

/** A decimal as upstreams write it, exponents included: `84380.60000`, `1.13e+21`. Not hexadecimal, not `Infinity`. */
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
export const Needed = z.unknown().transform((value, context): number => {
  const number = readNumber(value);
  if (typeof number === "number") return number;
  context.addIssue("a number is due here");
  return z.NEVER;
});

/** A number that may be null, empty or have no key at all, which reads as `undefined`. */
export const Optional = z
  .unknown()
  .transform((value, context): number | undefined => {
    const number = readNumber(value);
    if (number !== "wrong") return number === "missing" ? undefined : number;
    context.addIssue("a number or nothing is due here");
    return z.NEVER;
  })
  .optional();
