/** How the text of a setting becomes a value. */
import { isIP } from "node:net";
import { networkList } from "./platform/networks.js";

/** One setting of the environment. `parse` gives the value, or a `Fault` that says what is wrong with the text. */
export interface Setting<T> {
  /** As shown in docs/settings.md; the text `parse` gets when the variable is unset or empty. */
  readonly fallback: string;
  readonly meaning: string;
  readonly parse: (text: string) => T | Fault;
}

/** Why a text is refused: completes the sentence "NAME …". Never repeats the text, which may hold a secret. */
export class Fault {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

export function whole(min: number, max: number): (text: string) => number | Fault {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : new Fault(`must be a whole number from ${min} to ${max}`);
  };
}

export function oneOf<const T extends string>(names: readonly T[]): (text: string) => T | Fault {
  return (text) => names.find((name) => name === text) ?? new Fault(`must be one of ${names.join(", ")}`);
}

export function yesOrNo(text: string): boolean | Fault {
  if (text === "yes" || text === "no") return text === "yes";
  return new Fault("must be yes or no");
}

/** A short line of plain text, as it appears on pages. */
export function line(text: string): string | Fault {
  const isPlain = text.length <= 80 && [...text].every((sign) => sign >= " " && sign !== "\u007f");
  return isPlain ? text : new Fault("must be one line of at most 80 characters");
}

/** An address to listen on: an IP address or a host name. */
export function host(text: string): string | Fault {
  const isName = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text);
  const looksLikeIp = /^[\d.]+$/.test(text);
  return isIP(text) !== 0 || (isName && !looksLikeIp) ? text : new Fault("must be an IP address or a host name");
}

export function webAddress(text: string): URL | Fault {
  return httpAddress(text, false, "must be an http or https address without query or fragment");
}

function httpAddress(text: string, mayHaveQuery: boolean, otherwise: string): URL | Fault {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url !== undefined && ["http:", "https:"].includes(url.protocol);
  if (!isHttp || url.hash !== "" || (url.search !== "" && !mayHaveQuery)) return new Fault(otherwise);
  return url.username === "" && url.password === "" ? url : new Fault("must not carry a user name or password");
}

/** Bytes of a signing secret by Standard Webhooks. */
const [MIN_SECRET_BYTES, MAX_SECRET_BYTES] = [24, 64];

/** Few enough that a look at the next message of each costs nothing. */
const MAX_RECEIVERS = 20;

/** Where announcements are posted to, and the secrets that they are signed with. */
export interface Webhook {
  readonly url: URL;
  readonly secrets: readonly Uint8Array[];
}

/** Addresses, each followed by its secrets: `https://a.example/hook whsec_…, https://b.example/hook whsec_… whsec_…`. */
export function webhooks(text: string): readonly Webhook[] | Fault {
  const words = text
    .replace(/,\s*$/, "")
    .split(/[\s,]+(?=https?:|whsec_)|\s+/i)
    .filter((word) => word !== "");
  const noAddress = "must name http or https addresses, each followed by a space and its whsec_ secret";
  const found: { readonly url: URL; readonly secrets: Uint8Array[] }[] = [];
  for (const word of words) {
    const isSecret = word.startsWith("whsec_");
    const read = isSecret ? webhookSecret(word.slice("whsec_".length)) : httpAddress(word, true, noAddress);
    if (read instanceof Fault) return read;
    if (read instanceof URL) found.push({ url: read, secrets: [] });
    else found.at(-1)?.secrets.push(read);
  }
  const isWhole = !(words[0] ?? "").startsWith("whsec_") && found.every(({ secrets }) => secrets.length > 0);
  if (!isWhole) return new Fault("must name addresses, each followed by a space and its whsec_ secret");
  if (new Set(found.map(({ url }) => url.href)).size < found.length) return new Fault("names an address twice");
  return found.length <= MAX_RECEIVERS ? found : new Fault(`must name at most ${MAX_RECEIVERS} addresses`);
}

function webhookSecret(text: string): Uint8Array | Fault {
  const bytes = Buffer.from(text, "base64");
  const isBase64 =
    /^[A-Za-z\d+/]+={0,2}$/.test(text) && bytes.toString("base64").replace(/=+$/, "") === text.replace(/=+$/, "");
  return isBase64 && bytes.length >= MIN_SECRET_BYTES && bytes.length <= MAX_SECRET_BYTES
    ? bytes
    : new Fault(`must have secrets of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes in base64, behind whsec_`);
}

/** A key as it stands in a header; `undefined` for none. */
export function apiKey(text: string): string | undefined | Fault {
  if (text === "") return undefined;
  return /^[\x21-\x7e]{1,200}$/.test(text) ? text : new Fault("must be a key of at most 200 signs without spaces");
}

/** The values of `sslmode` that PostgreSQL's own clients and our driver understand alike. */
const TLS_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/** The PostgreSQL database at an address; `undefined` for the SQLite file in the data folder. */
export function databaseAddress(text: string): URL | undefined | Fault {
  if (text === "" || text === "sqlite:") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["postgres:", "postgresql:"].includes(url.protocol)) {
    return new Fault("must be postgres://user:password@host:5432/database, or unset for SQLite in DATA_DIR");
  }
  return encodingFault(url) ?? tlsFault(url) ?? url;
}

function tlsFault({ hostname, searchParams }: URL): Fault | undefined {
  const mode = searchParams.get("sslmode") ?? "disable";
  if (!TLS_MODES.includes(mode)) return new Fault(`names an unknown sslmode; known are ${TLS_MODES.join(", ")}`);
  const server = (searchParams.get("host") ?? hostname).replace(/^\[(.*)\]$/, "$1");
  // Given an IP address, the driver would compare the certificate with the name localhost.
  if (mode === "verify-full" && isIP(server) !== 0) return new Fault("must name the server for sslmode=verify-full");
  if (mode === "verify-ca" && !searchParams.get("sslrootcert")) {
    return new Fault("must name the authority's certificate for sslmode=verify-ca: sslrootcert=/path/to/ca.pem");
  }
  return undefined;
}

/** `redis:` or `rediss:` (TLS) with a host, or `unix:` with the path of a socket; `undefined` for none. */
export function redisAddress(text: string): URL | undefined | Fault {
  if (text === "") return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isServer = url !== undefined && ["redis:", "rediss:"].includes(url.protocol) && url.hostname !== "";
  const isSocket = url?.protocol === "unix:" && url.host === "" && url.pathname.length > 1;
  if (!(isServer || isSocket)) return new Fault("must be redis://user:password@host:6379/0, or rediss:// for TLS");
  const fault = encodingFault(url);
  if (fault !== undefined) return fault;
  const database = isSocket ? url.search : url.pathname + url.search;
  const isNumbered = isSocket ? /^(\?db=\d{1,5})?$/.test(database) : /^(\/(\d{1,5})?)?$/.test(database);
  return isNumbered ? url : new Fault("must end in the number of a database, such as /0, or in nothing");
}

/** A database as it is written on the command line: `sqlite:` and a folder or file, or a PostgreSQL address. */
export function anyDatabase(text: string): { readonly dataDir: string; readonly databaseUrl: URL | undefined } | Fault {
  const path = text.startsWith("sqlite:") ? text.replace(/^sqlite:(\/\/)?/, "") : "";
  if (path !== "") return { dataDir: path, databaseUrl: undefined };
  const url = /^postgres/.test(text) ? databaseAddress(text) : undefined;
  if (url instanceof Fault) return url;
  if (url === undefined) return new Fault("must be sqlite:FOLDER or postgres://user:password@host:5432/database");
  return { dataDir: "", databaseUrl: url };
}

/** An unencoded sign cuts the address in the middle of the password, whose rest would then be taken for a name. */
function encodingFault(url: URL): Fault | undefined {
  const isWhole = url.hash === "" && !(url.pathname + url.search).includes("@") && isDecodable(url);
  if (isWhole) return undefined;
  return new Fault("must have the signs # / ? @ % of user and password percent-encoded, e.g. %23 for #");
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(username + password + pathname);
    return true;
  } catch {
    return false;
  }
}

/** Names separated by commas. */
export function namesOf<const T extends string>(known: readonly T[]): (text: string) => readonly T[] | Fault {
  return (text) => {
    const names = listOf(text);
    const unknown = names.filter((name) => !known.some((each) => each === name));
    if (unknown.length > 0) return new Fault(`names an unknown source; known are ${known.join(", ")}`);
    return known.filter((each) => names.includes(each));
  };
}

/** Networks in CIDR notation, or single addresses, separated by commas. */
export function networks(text: string): readonly string[] | Fault {
  const list = listOf(text);
  try {
    networkList(list);
    return list;
  } catch {
    return new Fault("must be a list of addresses or networks such as 10.0.0.0/8, separated by commas");
  }
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
