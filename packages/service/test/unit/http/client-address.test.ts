import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBaseServer } from "../../../src/http/base-server.js";
import { addressKey, clientKey, TrustedProxies } from "../../../src/http/client-address.js";
import { silentLog } from "../../../src/platform/log.js";

describe("the key of an address", () => {
  test.each([
    ["of IPv4 is the address", "192.0.2.7", "192.0.2.7"],
    ["of IPv6 is the /64", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["of a link-local address has no zone", "fe80::1%eth0.100", "fe80:0:0:0::/64"],
    ["of mapped IPv4 is the IPv4 address", "::ffff:203.0.113.1", "203.0.113.1"],
    ["of mapped IPv4 in hexadecimal is the IPv4 address", "::ffff:cb00:7101", "203.0.113.1"],
    ["of IPv4 behind NAT64 is the IPv4 address", "64:ff9b::203.0.113.1", "203.0.113.1"],
    ["of IPv4-compatible IPv6 is the IPv4 address", "::203.0.113.1", "203.0.113.1"],
    ["of 6to4 is the site", "2002:cb00:7101:5::9", "2002:cb00:7101::/48"],
    ["of the loopback address is a /64", "::1", "0:0:0:0::/64"],
    ["of IPv6 is the same however it is written", "2001:DB8:0:0::0001", "2001:db8:0:0::/64"],
    ["is unknown for a name", "a.example", undefined],
    ["is unknown for an incomplete address", "192.0.2", undefined],
    ["is unknown for IPv4 with a leading zero", "010.0.0.1", undefined],
    ["has no port", "203.0.113.1:4711", "203.0.113.1"],
    ["has no brackets and port", "[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
  ])("%s", (_what, hop, key) => {
    expect(addressKey(hop)).toBe(key);
  });
});

test("a proxy matches a network of its family, even if it is written as IPv4 in IPv6", () => {
  const proxies = new TrustedProxies(["10.0.0.0/8", "::ffff:172.16.0.0/108", "fd00::/8", "192.0.2.80"]);
  const inside = ["10.1.2.3", "::ffff:10.1.2.3", "172.17.0.1", "::ffff:172.17.0.1", "fd12::1%eth0", "10.0.0.1:80"];
  const outside = ["11.1.2.3", "172.32.0.1", "fe80::1%eth0", "::a01:203", "192.0.2.81", "192.0.2.81:80", "a.example"];
  for (let time = 0; time < 2; time++) {
    expect([...inside, ...outside].filter((each) => proxies.has(each))).toEqual(inside);
  }
});

/** Asks a server for its client's key. */
async function keyOf(trustedProxies: readonly string[], peer: string, forwardedFor: string) {
  const app = createBaseServer({ log: silentLog, trustedProxies });
  app.get("/", (request) => clientKey(request));
  return (await app.inject({ url: "/", remoteAddress: peer, headers: { "x-forwarded-for": forwardedFor } })).payload;
}

test("a peer that is not a trusted proxy is the client, regardless of X-Forwarded-For", async () => {
  expect(await keyOf([], "127.0.0.1", "203.0.113.1")).toBe("127.0.0.1");
  expect(await keyOf(["10.0.0.0/8"], "11.1.2.3", "203.0.113.1")).toBe("11.1.2.3");
});

test("closed connections share one bucket", () => {
  expect(clientKey({ ip: "" })).toBe("gone");
});

describe("behind trusted proxies", () => {
  const from = (forwardedFor: string) => keyOf(["10.0.0.0/8", "fd00::/8"], "10.1.2.3", forwardedFor);

  test.each([
    ["is the right-most hop that is not a proxy", "198.51.100.9, 203.0.113.1, 10.9.9.9", "203.0.113.1"],
    [
      "is the right-most hop that is not a proxy with a port",
      "203.0.113.1:5, 10.9.9.9:80, [fd12::1]:99",
      "203.0.113.1",
    ],
    ["is a /64 of IPv6", "2001:db8:1:2::9, fd12::1", "2001:db8:1:2::/64"],
    ["is the left-most hop if all are proxies", "10.5.5.5, 10.6.6.6", "10.5.5.5"],
    ["is the last proxy before an invalid hop", "203.0.113.1, nonsense, 10.9.9.9", "10.9.9.9"],
  ])("the client %s", async (_what, forwardedFor, client) => {
    expect(await from(forwardedFor)).toBe(client);
  });

  test("the key is an address or a network for any hop, or else the forwarding proxy's", async () => {
    const pieces = fc.constantFrom("fe80::1", "%", "eth0", "::ffff:", "1.2.3.4", ":80", "[", "]", ",", " ", "10.0.0.1");
    const hostile = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.array(pieces, { maxLength: 9 }).map((all) => all.join("")),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (hop) => {
        const text = hop.replaceAll(/[^\x20-\x7e]/g, "");
        expect(await from(text)).toMatch(/^(\d+\.\d+\.\d+\.\d+|[0-9a-f:]+::\/(48|64))$/);
        expect(await from(`${text}, 203.0.113.1`)).toBe("203.0.113.1");
      }),
      { numRuns: 60 },
    );
  });
});
