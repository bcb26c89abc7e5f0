import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { ConfigError } from "../domain/errors.js";
import { ipv4Number } from "./ipv4.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Hops looked at, from the right. A real chain has two or three. */
const MOST_HOPS = 32;

/** The bucket of a connection that was gone before its request was read: nobody sees that answer. */
const GONE = "gone";

/** Decisions on `X-Forwarded-For` texts that are kept, so that a chain is read once and not with every request. */
const KEPT = 4096;
const KEPT_LENGTH = 100;

const PEER = Symbol("peer of a socket");

interface Peer {
  readonly client: string;
  readonly isTrusted: boolean;
}

interface KnownSocket extends Socket {
  [PEER]?: Peer;
}

/** @returns the client as the limiter counts it: an IPv4 address, or an IPv6 /64 */
export type Caller = (socket: Socket, forwardedFor: string | readonly string[] | undefined) => string;

/**
 * Who asks: the peer of the socket, or, when that is a trusted proxy, the right-most hop of `X-Forwarded-For` that is
 * not one. Whatever stands left of that hop is the client's own claim. A hop that is no address ends the walk, and the
 * last proxy before it is the client: nobody gets a bucket of their own by sending nonsense.
 *
 * @throws ConfigError when a network cannot be read
 */
export function callerOf(trustedProxies: readonly string[]): Caller {
  const ranges = trustedProxies.map(rangeOf);
  const isTrusted = trustIn(ranges);
  const isPlainStranger = plainStrangers(ranges);
  const decided = new Map<string, string>();

  function peerOf(socket: KnownSocket): Peer {
    socket[PEER] ??= describe(addressOf(socket.remoteAddress ?? ""), isTrusted);
    return socket[PEER];
  }

  return (socket, forwardedFor) => {
    const peer = peerOf(socket);
    if (!peer.isTrusted || forwardedFor === undefined) return peer.client;
    const chain = String(forwardedFor);
    if (isPlainStranger(chain)) return chain; // one hop: nothing to cut
    const nearest = chain.slice(chain.lastIndexOf(",") + 1).trim();
    if (isPlainStranger(nearest)) return nearest;
    const known = decided.get(chain);
    if (known !== undefined) return known;
    const stranger = nearestStranger(chain.split(","), isTrusted);
    if (stranger === undefined) return peer.client;
    if (decided.size >= KEPT) decided.clear();
    if (chain.length <= KEPT_LENGTH) decided.set(chain, bucketOf(stranger));
    return bucketOf(stranger);
  };
}

function trustIn(ranges: readonly Range[]): (address: Address) => boolean {
  return (address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));
}

/** The quick way for what nearly every hop is: an IPv4 address in its usual form that is no proxy. */
function plainStrangers(ranges: readonly Range[]): (hop: string) => boolean {
  const plain = ranges.flatMap(([network, bits]): { size: number; number: number }[] => {
    const size = 2 ** (32 - bits);
    return network instanceof ipaddr.IPv4 ? [{ size, number: Math.floor(ipv4Number(network.toString()) / size) }] : [];
  });
  return (hop) => {
    const address = ipv4Number(hop);
    return address !== -1 && plain.every(({ size, number }) => Math.floor(address / size) !== number);
  };
}

function describe(address: Address | undefined, isTrusted: (address: Address) => boolean): Peer {
  if (address === undefined) return { client: GONE, isTrusted: false };
  return { client: bucketOf(address), isTrusted: isTrusted(address) };
}

/** @returns `undefined` when the first hop already is no address, and so only the proxy itself is known */
function nearestStranger(hops: readonly string[], isTrusted: (hop: Address) => boolean): Address | undefined {
  let client: Address | undefined;
  for (const text of hops.toReversed().slice(0, MOST_HOPS)) {
    const hop = addressOf(withoutPort(text.trim()));
    if (hop === undefined) return client;
    client = hop;
    if (!isTrusted(hop)) return client;
  }
  return client;
}

/** IPv4-mapped IPv6 is IPv4. @returns `undefined` for anything but an address in full */
function addressOf(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text);
}

/** Some proxies write `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
}

function bucketOf(address: Address): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

function rangeOf(text: string): Range {
  try {
    const [network, bits] = text.includes("/") ? ipaddr.parseCIDR(text) : single(text);
    const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress() && bits >= 96;
    return isMapped ? [network.toIPv4Address(), bits - 96] : [network, bits];
  } catch (error) {
    throw new ConfigError(["TRUSTED_PROXIES must be a list of addresses or networks such as 10.0.0.0/8"], {
      cause: error,
    });
  }
}

function single(text: string): Range {
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}
