/** The address by which the requests and connections of a client are counted, behind trusted proxies too. */
import type { Socket } from "node:net";
import { type Address, networkList, parseAddress } from "../platform/networks.js";

/** The other end of a socket. */
export interface Peer {
  /** As the limits count it: an IPv4 address, or an IPv6 /64. */
  readonly client: string;
  /** A trusted proxy, which speaks for many clients. */
  readonly isTrusted: boolean;
}

/** Gives the client of a request as the limiter counts it. */
export type ClientAddress = (socket: Socket, forwardedFor: string | readonly string[] | undefined) => string;

/**
 * The client is the peer of the socket, or, when that is a trusted proxy, the right-most hop of `X-Forwarded-For` that is
 * not one. Everything left of that hop is the client's own claim. A hop that is not an address ends the search, and the
 * last proxy before it counts as the client: nobody gets a limit of their own by sending nonsense.
 *
 * @param trustedProxies networks in CIDR notation, or single addresses
 */
export function clientAddressOf(trustedProxies: readonly string[], peerOf = peersOf(trustedProxies)): ClientAddress {
  const isTrusted = networkList(trustedProxies);
  return (socket, forwardedFor) => {
    const peer = peerOf(socket);
    if (!peer.isTrusted || forwardedFor === undefined) return peer.client;
    const hop = untrustedHop(String(forwardedFor).split(","), isTrusted);
    return hop === undefined ? peer.client : bucketOf(hop);
  };
}

/** Works out the peer of a socket, once for each. */
export function peersOf(trustedProxies: readonly string[]): (socket: Socket) => Peer {
  const isTrusted = networkList(trustedProxies);
  const peers = new WeakMap<Socket, Peer>();
  return (socket) => {
    const found = peers.get(socket);
    if (found !== undefined) return found;
    const address = parseAddress(socket.remoteAddress ?? "");
    const peer =
      address === undefined
        ? { client: GONE, isTrusted: false }
        : { client: bucketOf(address), isTrusted: isTrusted(address) };
    peers.set(socket, peer);
    return peer;
  };
}

/** The limiter key of a connection that was closed before its request was read: nobody sees that answer. */
const GONE = "gone";

/** Hops that are read, from the right. A real chain has two or three. */
const MAX_HOPS = 32;

/** @returns `undefined` when the right-most hop is not an address, so that only the proxy itself is known */
function untrustedHop(hops: readonly string[], isTrusted: (hop: Address) => boolean): Address | undefined {
  let client: Address | undefined;
  for (const text of hops.toReversed().slice(0, MAX_HOPS)) {
    const hop = parseAddress(withoutPort(text.trim()));
    if (hop === undefined) return client;
    client = hop;
    if (!isTrusted(hop)) return client;
  }
  return client;
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** What one limit counts: an IPv4 address, or the /64 that one IPv6 client usually has. */
function bucketOf({ text, family }: Address): string {
  if (family === "ipv4") return text;
  const [left = "", right] = text.split("::");
  const [before, after] = [groupsOf(left), groupsOf(right ?? "")];
  const zeros = right === undefined ? [] : Array<string>(8 - before.length - after.length).fill("0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

/** Groups of 16 bits; an IPv4 address at the end is two of them. */
function groupsOf(part: string): readonly string[] {
  return part === "" ? [] : part.replace(/\d+\.\d+\.\d+\.\d+$/, "0:0").split(":");
}
