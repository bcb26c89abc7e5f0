/**
 * Keeps announcements on the public internet: a receiver's name may lead to an address inside the operator's network.
 */

import { promises as dns, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { ServiceError } from "../domain/errors.js";
import { type Address, networkList, parseAddress } from "../platform/networks.js";

/** A receiver is at an address that nothing may be posted to. */
export class AddressRefusedError extends ServiceError {
  readonly code = "address_refused";
}

/** All addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

export const resolveByDns: Resolve = (name) => dns.lookup(name, { all: true });

/**
 * Whether an address belongs to the public internet: not private, loopback, link-local, shared (CGNAT) or reserved, nor a
 * form of IPv6 that carries an IPv4 address.
 *
 * @param allowed networks in CIDR notation, or single addresses, that may be posted to all the same
 */
export function addressCheck(allowed: readonly string[]): (address: string) => boolean {
  const isNamed = networkList(allowed);
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && (isPublic(address) || isNamed(address));
  };
}

function isPublic(address: Address): boolean {
  return !isSpecial(address) && (address.family === "ipv4" || isGlobalUnicast(address));
}

/** Global unicast of IPv6 (RFC 4291, 2.4). */
const isGlobalUnicast = networkList(["2000::/3"]);

/** The registries of special-purpose addresses that IANA keeps (RFC 6890), as far as they are not public. */
const isSpecial = networkList([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
  // In a public range, but inside Azure it leads to the machine's own metadata and certificates.
  "168.63.129.16",
]);

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
export function checkLiteral(url: URL, isAllowed: (address: string) => boolean): void {
  const addresses = literalAddresses(url);
  if (addresses.length > 0 && !addresses.some(isAllowed)) {
    throw new AddressRefusedError("nothing may be posted to this address");
  }
}

/** Where a URL leads as far as it says so itself: the address in it, or those of this machine; none for a name that DNS knows. */
export function literalAddresses({ hostname }: URL): readonly string[] {
  if (/^(?:.*\.)?localhost$/.test(hostname)) return ["127.0.0.1", "::1"]; // RFC 6761, 6.3
  const literal = hostname.replace(/^\[|\]$/g, "");
  return isIP(literal) === 0 ? [] : [literal];
}
