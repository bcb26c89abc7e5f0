/** IP addresses in one form, and lists of networks in CIDR notation, by what Node has for both. */

import { BlockList, isIP, SocketAddress } from "node:net";

/** An IP address in its shortest form. */
export interface Address {
  readonly text: string;
  readonly family: "ipv4" | "ipv6";
}

/**
 * IPv4-mapped IPv6 is IPv4. The zone of a link-local address, `%eth0.100`, does not tell who it is.
 *
 * @returns `undefined` for anything but an address in full
 */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { text, family: "ipv4" };
  const [bare = ""] = text.split("%");
  const { address } = new SocketAddress({ address: bare, family: "ipv6" });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  return mapped === undefined ? { text: address, family: "ipv6" } : { text: mapped, family: "ipv4" };
}

/** The eight groups of 16 bits of an IPv6 address as `parseAddress` gives it. */
export function groupsOf(text: string): readonly number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const [a = 0, b = 0, c = 0, d = 0] = dotted?.slice(1).map(Number) ?? [];
  const plain = dotted
    ? text.slice(0, dotted.index) + [a * 256 + b, c * 256 + d].map((n) => n.toString(16)).join(":")
    : text;
  const [left = [], right] = plain.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const zeros = right === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...(right ?? [])].map((group) => Number.parseInt(group, 16));
}

/** Whether an address is in one of some networks, each in CIDR notation or a single address. */
export function networkList(networks: readonly string[]): (address: Address) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [text = "", bits] = network.split("/");
    const family = isIP(text) === 4 ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(text, family);
    else list.addSubnet(text, Number(bits), family);
  }
  return ({ text, family }) => list.check(text, family);
}
