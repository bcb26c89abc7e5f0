import { isIPv4 } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ipv4Number } from "../../../src/http/ipv4.js";

test.each([
  ["0.0.0.0", 0],
  ["192.0.2.7", 0xc0000207],
  ["255.255.255.255", 0xffffffff],
])("%s is a number", (text, expected) => {
  expect(ipv4Number(text)).toBe(expected);
});

test("exactly what the platform calls an IPv4 address is one", () => {
  const part = fc.oneof(
    fc.integer({ min: 0, max: 300 }).map(String),
    fc.constantFrom("", "00", "01", "007", "1e1", " 1", "+1"),
  );
  const text = fc.oneof(
    fc.array(part, { minLength: 3, maxLength: 5 }).map((parts) => parts.join(".")),
    fc.string({ maxLength: 16, unit: fc.constantFrom("0", "1", "9", ".", "a", ":") }),
    fc.ipV4(),
  );
  fc.assert(
    fc.property(text, (each) => (ipv4Number(each) !== -1) === isIPv4(each)),
    { numRuns: 3000 },
  );
});
