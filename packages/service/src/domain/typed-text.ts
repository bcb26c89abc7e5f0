/**
 * Schemas for texts that people type: settings, arguments and query parameters. An error message completes the sentence
 * "NAME …" and never repeats the text, which may be a secret.
 */

import { parseDay } from "peak-cycle-model";
import * as z from "zod";
import { ConfigError } from "./errors.js";

/** @param name of the argument, for the message @throws ConfigError */
export function parseOrThrow<T>(name: string, schema: z.ZodType<T>, text: string): T {
  const { data, error } = schema.safeParse(text);
  if (error !== undefined) throw new ConfigError(error.issues.map(({ message }) => `${name} ${message}`));
  return data;
}

export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\d{1,9}$/, { error, abort: true });
  return digits.transform(Number).pipe(z.number().min(min, error).max(max, error));
}

export function oneOf<const T extends string>(names: readonly T[]) {
  return z.enum(names, `must be one of ${names.join(", ")}`);
}

export const day = z.string().transform((text, context) => {
  const date = parseDay(text);
  if (date === undefined) context.addIssue("must be a UTC day such as 2026-11-21");
  return date ?? z.NEVER;
});

/** A short line of plain text, to appear on pages. */
export const line = z.string().regex(/^[^\p{Cc}]{0,80}$/u, "must be one line of at most 80 characters");

/** An http or https address. */
export const webAddress = url("must be an http or https address without query or fragment", (address) => {
  return /^https?:$/.test(address.protocol) && address.search === "" && address.hash === "";
}).refine(({ username, password }) => username + password === "", "must not contain a user name or password");

/** A URL for which `isGood` holds. @param error completes the sentence "NAME …" */
export function url(error: string, isGood: (address: URL) => boolean) {
  const text = z.url({ error, abort: true });
  return text.transform((address) => new URL(address)).refine(isGood, { error, abort: true });
}
