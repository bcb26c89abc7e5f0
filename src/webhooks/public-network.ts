/**
 * Keeps announcements on the public internet: a receiver's name may lead to an address inside the operator's network.
 */

import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { ServiceError } from "../domain/errors.js";

/** A receiver is at an address that nothing may be posted to. */
export class AddressRefusedError extends ServiceError {
  readonly code = "address_refused";
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveByDns: Resolve = (name) => dns.lookup(name, { all: true });

/** Global unicast (RFC 4291, 2.4). ipaddr.js also calls addresses outside of it `unicast`, such as `::7f00:1`. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** In a public range, but inside Azure it leads to the machine's own metadata and certificates. */
const METADATA = "168.63.129.16";

/**
 * Whether an address belongs to the public internet: not private, loopback, link-local, shared (CGNAT) or reserved, nor a
 * form of IPv6 that carries an IPv4 address.
 *
 * @param allowed networks in CIDR notation, or single addresses, that may be posted to all the same
 */
export function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const networks = allowed.map((each) => (each.includes("/") ? ipaddr.parseCIDR(each) : singleAddress(each)));
  return (text) => {
    const address = ipaddr.process(text); // IPv4-mapped IPv6 is what it carries
    return isPublic(address) || networks.some((network) => isWithin(address, network));
  };
}

type Address = ReturnType<typeof ipaddr.process>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || address.toString() === METADATA) return false;
  return address.kind() === "ipv4" || isWithin(address, GLOBAL_IPV6);
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

function singleAddress(text: string): Network {
  const address = ipaddr.process(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Resolves names for a connection, which goes to the very addresses that were checked: a name that leads elsewhere a moment
 * later (DNS rebinding) changes nothing. A name with one refused address is refused.
 *
 * @param resolve gives all addresses of a name
 */
export function checkedLookup(isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (first === undefined || !found.every(({ address }) => isAllowed(address))) {
          callback(new AddressRefusedError("the name leads to an address that nothing may be posted to"), []);
        } else if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/** An address in the URL itself is never looked up. @throws AddressRefusedError */
export function checkLiteral({ hostname }: URL, isAllowed: (address: string) => boolean): void {
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) !== 0 && !isAllowed(literal)) {
    throw new AddressRefusedError("nothing may be posted to this address");
  }
}
