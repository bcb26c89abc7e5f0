/** How the text of a setting becomes a value. */

import { isIP } from "node:net";
import { parseDay } from "peak-cycle-model";
import * as z from "zod";
import { networkList } from "./networks.js";

/**
 * One setting of the environment, of which `settings.ts` has the table. A fault completes the sentence "NAME …" and
 * never repeats the text, which may hold a secret. Only the first fault of a setting is told.
 */
export interface Setting<T> {
  /** As shown in docs/settings.md; the text that is parsed when the variable is unset or empty. */
  readonly fallback: string;
  readonly meaning: string;
  readonly schema: Schema<T>;
}

/** Makes a value of a text. */
export type Schema<T> = z.ZodType<T, string>;

/** The value, or the sentence that says what is wrong. */
export function parseText<T>(schema: Schema<T>, text: string): { readonly value: T } | { readonly fault: string } {
  const { data, error } = schema.safeParse(text);
  return error === undefined ? { value: data as T } : { fault: error.issues[0]?.message ?? "is wrong" };
}

export function whole(min: number, max: number): Schema<number> {
  const message = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\d{1,9}$/, message);
  return digits.transform(Number).refine((value) => value >= min && value <= max, message);
}

export function oneOf<const T extends string>(names: readonly T[]): Schema<T> {
  return z.string().transform((text, context) => {
    return names.find((name) => name === text) ?? refused(context, `must be one of ${names.join(", ")}`);
  });
}

export const day = z
  .string()
  .transform((text, context) => parseDay(text) ?? refused(context, "must be a UTC day such as 2026-11-21"));

export const yesOrNo = z.enum(["yes", "no"], "must be yes or no").transform((text) => text === "yes");

/** A short line of plain text, as it appears on pages. */
export const line = z
  .string()
  .refine((text) => text.length <= 80 && [...text].every((sign) => sign >= " " && sign !== "\u007f"), {
    error: "must be one line of at most 80 characters",
  });

/** An address to listen on: an IP address or a host name. */
export const host = z.string().refine((text) => isIP(text) !== 0 || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text)), {
  error: "must be an IP address or a host name",
});

const HOST_NAME = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i;

/** A schema for which no text stands for no value. @param none further texts that do */
export function optional<T>(schema: Schema<T>, ...none: readonly string[]): Schema<T | undefined> {
  return z.string().transform((text, context) => {
    if (text === "" || none.includes(text)) return undefined;
    const parsed = parseText(schema, text);
    return "value" in parsed ? parsed.value : refused(context, parsed.fault);
  });
}

/** An http or https address. */
export const webAddress = url("must be an http or https address without query or fragment", (address) => {
  return /^https?:$/.test(address.protocol) && address.search === "" && address.hash === "";
}).refine(({ username, password }) => username + password === "", "must not carry a user name or password");

/** Where somebody can be reached: a mail or https address, without what would begin another line. */
export const contactAddress = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be mailto:… or https://…");

/** An address with the signs of user and password as they have to be. */
function url(message: string, isGood: (address: URL) => boolean) {
  const text = z.string().refine((address) => URL.canParse(address), { error: message, abort: true });
  return text.transform((address) => new URL(address)).refine(isGood, { error: message, abort: true });
}

/** A key as it stands in a header. */
export const apiKey = z.string().regex(/^[\x21-\x7e]{1,200}$/, "must be a key of at most 200 signs without spaces");

const NOT_ENCODED = "must have the signs # / ? @ % of user and password percent-encoded, e.g. %23 for #";

/** The values of `sslmode` that PostgreSQL's own clients and our driver understand alike. */
const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/** A PostgreSQL database on one server. */
export const postgresAddress = url(
  "must be postgres://user:password@host:5432/database, or unset for SQLite in DATA_DIR",
  ({ protocol, hostname }) => /^postgres(ql)?:$/.test(protocol) && !hostname.includes(","),
)
  .refine(isEncoded, { error: NOT_ENCODED, abort: true })
  .refine(({ searchParams }) => TLS_MODES.includes(searchParams.get("sslmode") ?? "disable"), {
    error: `names an unknown sslmode; known are ${TLS_MODES.join(", ")}`,
  });

/** `redis:` or `rediss:` (TLS) with a host, or `unix:` with the path of a socket. */
export const redisAddress = url("must be redis://user:password@host:6379/0, or rediss:// for TLS", (address) => {
  const isServer = ["redis:", "rediss:"].includes(address.protocol) && address.hostname !== "";
  return isServer || (address.protocol === "unix:" && address.host === "" && address.pathname.length > 1);
})
  .refine(isEncoded, { error: NOT_ENCODED, abort: true })
  .refine(({ protocol, pathname, search }) => {
    return protocol === "unix:" ? /^(\?db=\d{1,5})?$/.test(search) : /^(\/(\d{1,5})?)?$/.test(pathname + search);
  }, "must end in the number of a database, such as /0, or in nothing");

/** An unencoded sign cuts the address in the middle of the password, whose rest would then be taken for a name. */
function isEncoded({ hash, pathname, search, username, password }: URL): boolean {
  if (hash !== "" || (pathname + search).includes("@")) return false;
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** Names separated by commas, in the order of the known ones. */
export function namesOf<const T extends string>(known: readonly T[]): Schema<readonly T[]> {
  const message = `names an unknown source; known are ${known.join(", ")}`;
  return list
    .refine((names) => names.every((name) => known.some((each) => each === name)), message)
    .transform((names) => known.filter((each) => names.includes(each)));
}

const list = z.string().transform((text): readonly string[] => {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
});

/** Networks in CIDR notation, or single addresses, separated by commas. */
export const networks: Schema<readonly string[]> = list.transform((all, context) => {
  try {
    networkList(all);
    return all;
  } catch {
    return refused(context, "must be a list of addresses or networks such as 10.0.0.0/8, separated by commas");
  }
});

function refused(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}
