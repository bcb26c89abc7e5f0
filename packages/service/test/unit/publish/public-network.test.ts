import type { LookupAddress } from "node:dns";
import { expect, test } from "vitest";
import { addressCheck, checkedLookup, checkLiteral } from "../../../src/publish/public-network.js";

test.each([
  ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd00::1", "fc00::1"]],
  ["loopback", ["127.0.0.1", "127.255.255.254", "::1"]],
  ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
  ["link-local, where clouds keep the metadata of a machine", ["169.254.169.254", "fe80::1", "fe80::1%eth0"]],
  ["metadata elsewhere", ["168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254"]],
  ["shared by the customers of a provider", ["100.64.0.1", "100.127.255.255"]],
  ["IPv4 in IPv6", ["::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe", "::127.0.0.1", "::7f00:1"]],
  ["IPv4 behind a gateway", ["64:ff9b::7f00:1", "64:ff9b:1::a00:1", "2002:7f00:1::", "2001:0:7f00:1::"]],
  ["site-local of old", ["fec0::1"]],
  ["for many or for nobody", ["224.0.0.1", "255.255.255.255", "240.0.0.1", "ff02::1", "192.0.2.1", "2001:db8::1"]],
  ["for measurements", ["198.18.0.1", "198.51.100.1", "203.0.113.1"]],
])("addresses that are %s are refused", (_what, addresses) => {
  expect(addresses.filter(addressCheck([]))).toEqual([]);
});

test("public addresses are allowed, and those of a network that was named", () => {
  const publicOnes = ["1.1.1.1", "93.184.216.34", "100.63.255.255", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1"];
  expect(publicOnes.filter(addressCheck([]))).toEqual(publicOnes);
  const isAllowed = addressCheck(["10.1.0.0/16", "127.0.0.1", "fd00::/8"]);
  const named = ["10.1.2.3", "127.0.0.1", "::ffff:10.1.2.3", "fd12::1"];
  expect(named.filter(isAllowed)).toEqual(named);
  expect(["10.2.0.1", "127.0.0.2", "::1", "fe80::1"].filter(isAllowed)).toEqual([]);
});

test("an address in a URL is checked in each way of writing it", () => {
  const refused = [
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
  ];
  for (const url of refused) expect(() => checkLiteral(new URL(url), addressCheck([])), url).toThrow("nothing may be");
  for (const url of ["http://1.1.1.1/", "https://[2606:4700::1111]/", "https://a.example/"])
    expect(() => checkLiteral(new URL(url), addressCheck([])), url).not.toThrow();
});

test("a name leads to the addresses that were checked, or nowhere when one of them is refused", async () => {
  const found = (...addresses: string[]) => looked(addresses.map((address) => ({ address, family: 4 })));
  expect(await found("1.1.1.1", "1.0.0.1")).toEqual([
    { address: "1.1.1.1", family: 4 },
    { address: "1.0.0.1", family: 4 },
  ]);
  await expect(found("1.1.1.1", "10.0.0.1")).rejects.toThrow("the name leads to an address");
  await expect(found()).rejects.toThrow("the name leads to an address");
});

function looked(addresses: readonly LookupAddress[]): Promise<unknown> {
  const lookup = checkedLookup(addressCheck([]), async () => addresses);
  return new Promise((resolve, reject) =>
    lookup("a.example", { all: true }, (error, all) => (error === null ? resolve(all) : reject(error))),
  );
}
