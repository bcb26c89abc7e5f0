import { expect, test } from "vitest";
import { networkList, parseAddress } from "../../../src/platform/networks.js";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["2001:DB8:0:0::0001", "2001:db8::1"],
  ["fe80::1%eth0.100", "fe80::1"],
  ["010.0.0.1", undefined],
  ["192.0.2.1%eth0", undefined],
  ["192.0.2", undefined],
  ["a.example", undefined],
])("%s is the address %s", (text, address) => {
  expect(parseAddress(text)?.text).toBe(address);
});

test("an address is in a network of its family, also of one that is written as IPv4 in IPv6", () => {
  const isIn = networkList(["10.0.0.0/8", "::ffff:172.16.0.0/108", "fd00::/8", "192.0.2.80"]);
  const asked = (text: string) => {
    const address = parseAddress(text);
    return address !== undefined && isIn(address);
  };
  const inside = ["10.1.2.3", "::ffff:10.1.2.3", "172.17.0.1", "::ffff:172.17.0.1", "fd12::1", "192.0.2.80"];
  expect(inside.filter(asked)).toEqual(inside);
  expect(["11.1.2.3", "172.32.0.1", "fe80::1", "::a01:203", "192.0.2.81"].filter(asked)).toEqual([]);
});
