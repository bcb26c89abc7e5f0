/** Schemas for the texts of settings. */

import { isIP } from "node:net";
import * as z from "zod";
import { url } from "../domain/typed-text.js";

export const yesOrNo = z.stringbool({
  truthy: ["yes"],
  falsy: ["no"],
  case: "sensitive",
  error: "must be yes or no",
});

/** An address to listen on: an IP address, with a zone if it is link-local, or a host name. */
export const host = z.string().refine((text) => {
  return isIP(text) !== 0 || (z.hostname().safeParse(text).success && URL.canParse(`http://${text}`));
}, "must be an IP address or a host name");

/** Any http or https address, including user, password, query and fragment. */
export const anyWebAddress = url("must be an http or https address", ({ protocol }) => /^https?:$/.test(protocol));

/** A contact: a mailto or https address, without line breaks. */
export const contactAddress = z
  .string()
  .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be mailto:… or https://…");

/** An API key, as sent in a header. */
export const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be at most 200 printable characters, without spaces");

const NOT_ENCODED = "must percent-encode the characters # / ? @ % in user and password, e.g. %23 for #";

/** The values of `sslmode` that libpq and our driver interpret alike. */
const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/** A PostgreSQL database on one server. */
export const postgresAddress = url(
  "must be postgres://user:password@host:5432/database, or unset for SQLite in DATA_DIR",
  ({ protocol, hostname }) => /^postgres(ql)?:$/.test(protocol) && !hostname.includes(","),
)
  .refine(isEncoded, { error: NOT_ENCODED, abort: true })
  .refine(({ searchParams }) => TLS_MODES.includes(searchParams.get("sslmode") ?? "disable"), {
    error: `names an unknown sslmode; choose one of ${TLS_MODES.join(", ")}`,
  });

/** `redis:` or `rediss:` (TLS) with a host, or `unix:` with a socket path. */
export const redisAddress = url("must be redis://user:password@host:6379/0, or rediss:// for TLS", (address) => {
  const isServer = ["redis:", "rediss:"].includes(address.protocol) && address.hostname !== "";
  return isServer || (address.protocol === "unix:" && address.host === "" && address.pathname.length > 1);
})
  .refine(isEncoded, { error: NOT_ENCODED, abort: true })
  .refine(({ protocol, pathname, search }) => {
    return protocol === "unix:" ? /^(\?db=\d{1,5})?$/.test(search) : /^(\/(\d{1,5})?)?$/.test(pathname + search);
  }, "must end with a database number such as /0, or without one");

/** An unencoded character splits the URL inside the password, and the rest would be taken for the host. */
function isEncoded({ hash, pathname, search, username, password }: URL): boolean {
  if (hash !== "" || (pathname + search).includes("@")) return false;
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

const list = z.string().transform((text) => {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
});

/** Names separated by commas. */
export function namesOf<const T extends string>(choices: readonly T[]) {
  return list.pipe(z.array(z.enum(choices, `names an unknown source; choose from ${choices.join(", ")}`)));
}

/** Paths of files, separated by commas. */
export const files = list.pipe(z.array(z.string()));

/** Networks in CIDR notation, or single addresses, separated by commas. */
export const networks = list.pipe(
  z.array(
    z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
      error: "must be a list of addresses or networks such as 10.0.0.0/8, separated by commas",
    }),
  ),
);
