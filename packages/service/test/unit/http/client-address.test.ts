import type { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientAddressOf } from "../../../src/http/client-address.js";

function peer(remoteAddress: string | undefined): Socket {
  return { remoteAddress } as Socket;
}

describe("without trusted proxies", () => {
  const clientAddress = clientAddressOf([]);

  test("the client is the peer, whatever X-Forwarded-For says", () => {
    expect(clientAddress(peer("192.0.2.7"), undefined)).toBe("192.0.2.7");
    expect(clientAddress(peer("192.0.2.7"), "203.0.113.1")).toBe("192.0.2.7");
    expect(clientAddress(peer("127.0.0.1"), "203.0.113.1")).toBe("127.0.0.1");
  });

  test("an IPv6 peer is its /64", () => {
    expect(clientAddress(peer("2001:db8:1:2:3:4:5:6"), undefined)).toBe("2001:db8:1:2::/64");
    expect(clientAddress(peer("2001:db8:1:2::1"), undefined)).toBe("2001:db8:1:2::/64");
    expect(clientAddress(peer("2001:db8:1:3::1"), undefined)).toBe("2001:db8:1:3::/64");
    expect(clientAddress(peer("fe80::1%eth0"), undefined)).toBe("fe80:0:0:0::/64");
    expect(clientAddress(peer("fe80::1%eth0.100"), undefined)).toBe("fe80:0:0:0::/64");
  });

  test("a connection that is gone shares one bucket", () => {
    expect(clientAddress(peer(undefined), undefined)).toBe("gone");
  });

  test("the peer of a socket is worked out once", () => {
    const socket = peer("192.0.2.7") as { remoteAddress: string } & Socket;
    expect(clientAddress(socket, undefined)).toBe("192.0.2.7");
    socket.remoteAddress = "192.0.2.8";
    expect(clientAddress(socket, undefined)).toBe("192.0.2.7");
  });
});

describe("behind trusted proxies", () => {
  const clientAddress = clientAddressOf(["10.0.0.0/8", "fd00::/8", "192.0.2.80", "::ffff:172.16.0.0/108"]);
  const from = (forwardedFor: string | string[] | undefined, proxy = "10.1.2.3") =>
    clientAddress(peer(proxy), forwardedFor);

  test.each<[string, string | string[], string]>([
    ["is the right-most hop that is not a proxy", "198.51.100.9, 203.0.113.1, 10.9.9.9", "203.0.113.1"],
    ["is the hop alone", "203.0.113.1", "203.0.113.1"],
    ["stands left of a single trusted address", "203.0.113.1, 192.0.2.80", "203.0.113.1"],
    ["stands left of a network that is written as mapped IPv6", "203.0.113.1,172.17.0.1", "203.0.113.1"],
    ["is a /64 of IPv6", "2001:db8:1:2::9, fd12::1", "2001:db8:1:2::/64"],
    ["is found in several header lines as in one", ["198.51.100.9", "203.0.113.1, 10.9.9.9"], "203.0.113.1"],
    ["is the left-most of proxies alone", "10.5.5.5, 10.6.6.6", "10.5.5.5"],
    ["is the last proxy before nonsense", "203.0.113.1, nonsense, 10.9.9.9", "10.9.9.9"],
    ["has its port cut off", "203.0.113.1:4711", "203.0.113.1"],
    ["has its brackets and port cut off", "[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
    ["has its brackets cut off", "[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["has its zone cut off", "fe80::1%eth0.100, fd12::1", "fe80:0:0:0::/64"],
    ["is IPv4 where that is mapped", "::ffff:203.0.113.1", "203.0.113.1"],
  ])("the client %s", (_what, forwardedFor, client) => {
    expect(from(forwardedFor)).toBe(client);
  });

  test("a peer outside the networks is not believed", () => {
    expect(from("203.0.113.1", "11.1.2.3")).toBe("11.1.2.3");
    expect(from("203.0.113.1", "192.0.2.81")).toBe("192.0.2.81");
  });

  test.each([
    ...["", "unknown", "0x7f.1", "203.0.113.1 203.0.113.2", "[::1", "🙂", ",,,", "fe80::1%", "010.0.0.1"],
    ...["203.0.113.1%eth0", "1".repeat(10_000), "203.0.113.1,".repeat(1000)],
  ])("nonsense such as %j counts for the proxy that passed it on", (nonsense) => {
    expect(from(nonsense)).toBe("10.1.2.3");
  });

  test("no value at all fails, or makes a client that is no address or network", () => {
    const pieces = fc.constantFrom(
      "fe80::1",
      "%",
      "eth0.100",
      "%25",
      "::ffff:",
      "1.2.3.4",
      ":80",
      "[",
      "]",
      ",",
      " ",
      "10.0.0.1",
      "::",
      "0x7f",
      "\0",
    );
    const hostile = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.ipV6(),
      fc.array(pieces, { maxLength: 9 }).map((each) => each.join("")),
    );
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 40 }), fc.ipV4(), (hops, proxy) => {
        const lines = hops.join(",");
        for (const value of [lines, hops, `${lines}, 203.0.113.1`])
          expect(from(value, "10.1.2.3")).toMatch(/^(\d+\.\d+\.\d+\.\d+|[0-9a-f:]+::\/64)$/);
        expect(from(`${lines}, 203.0.113.1`, "10.1.2.3")).toBe("203.0.113.1");
        if (!/^(10|172|192)\./.test(proxy)) expect(from(lines, proxy)).toBe(proxy);
      }),
      { numRuns: 500 },
    );
  });
});
