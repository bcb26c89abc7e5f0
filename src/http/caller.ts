import { isIP, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { ConfigError } from "../domain/errors.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Hops looked at, from the right. A real chain has two or three. */
const MOST_HOPS = 32;

/** The bucket of a connection that was gone before its request was read: nobody sees that answer. */
const GONE = "gone";

const CLIENT = Symbol("client of a socket");

interface KnownSocket extends Socket {
  [CLIENT]?: string;
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
  if (ranges.length === 0) return peerOf;
  const isTrusted = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits] as never));

  return (socket, forwardedFor) => {
    const peer = addressOf(socket.remoteAddress ?? "");
    if (peer === undefined || forwardedFor === undefined || !isTrusted(peer)) return peerOf(socket);
    const hops = [forwardedFor].flat().join(",").split(",");
    return bucketOf(nearestStranger(peer, hops, isTrusted));
  };
}

function nearestStranger(peer: Address, hops: readonly string[], isTrusted: (hop: Address) => boolean): Address {
  let client = peer;
  for (const text of hops.toReversed().slice(0, MOST_HOPS)) {
    const hop = addressOf(withoutPort(text.trim()));
    if (hop === undefined) return client;
    client = hop;
    if (!isTrusted(hop)) return client;
  }
  return client;
}

/** Worked out once a connection. */
function peerOf(socket: KnownSocket): string {
  const known = socket[CLIENT];
  if (known !== undefined) return known;
  const address = addressOf(socket.remoteAddress ?? "");
  const client = address === undefined ? GONE : bucketOf(address);
  socket[CLIENT] = client;
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
