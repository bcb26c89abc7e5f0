import { expect, test } from "vitest";
import { keyedHash } from "../../../src/rate-limit/keyed-hash.js";

test("gives the published value of HalfSipHash-2-4 for the empty text under the key 00 01 … 07", () => {
  const { low, high } = keyedHash([0x03020100, 0x07060504])("");
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(low, 0);
  bytes.writeUInt32LE(high, 4);
  expect(bytes.toString("hex")).toBe("218d1f59b9b83cc8");
});

test("gives other bits for another key, another character and another length", () => {
  const seen = new Set<string>();
  for (const key of [
    [1, 2],
    [1, 3],
  ] as const) {
    for (const text of ["192.0.2.1", "192.0.2.2", "192.0.2.11", "192.0.2.1\0", ""]) {
      const { high, low } = keyedHash(key)(text);
      seen.add(`${high}:${low}`);
    }
  }
  expect(seen.size).toBe(10);
});
