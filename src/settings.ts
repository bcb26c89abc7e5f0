import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** One setting of the environment. `parse` gives the value, or a `Fault` that says what is wrong with the text. */
export interface Setting<T> {
  /** As shown in the README; the text `parse` gets when the variable is unset or empty. */
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

export function whole(least: number, most: number): (text: string) => number | Fault {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : new Fault(`must be a whole number from ${least} to ${most}`);
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
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined && ["http:", "https:"].includes(url.protocol) && url.search === "" && url.hash === "";
  if (!isPlain) return new Fault("must be an http or https address without query or fragment");
  return url.username === "" && url.password === "" ? url : new Fault("must not carry a user name or password");
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
  // An address in full: ipaddr.js reads 10.1/16 as 10.0.0.1/16, which is not what was meant.
  const isNetwork = (each: string) =>
    isIP(each) !== 0 || (isIP(each.split("/", 1)[0] ?? "") !== 0 && ipaddr.isValidCIDR(each));
  return list.every(isNetwork)
    ? list
    : new Fault("must be a list of addresses or networks such as 10.0.0.0/8, separated by commas");
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
