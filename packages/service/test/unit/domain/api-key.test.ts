import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isApiKey, lookupOf, makeApiKey, SANDBOX_KEY } from "../../../src/domain/api-key.js";

const SECRET = "000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7";
const KEY = `peak_live_${SECRET}d567ed1e`;

test("a key is 160 bits and their CRC-32 in hexadecimal, after peak_live_", () => {
  expect(makeApiKey(SECRET)).toBe(KEY);
});

test("every key is made of new random bits", () => {
  expect(makeApiKey()).not.toBe(makeApiKey());
});

test("a key is found by the SHA-256 of its text", () => {
  expect(lookupOf(KEY).hash).toBe(createHash("sha256").update(KEY).digest("hex"));
});

test("a key is shown to people by the first six characters of its secret", () => {
  expect(lookupOf(KEY).prefix).toBe("000d1a");
});

test("the key of the sandbox has the form of a key", () => {
  expect(isApiKey(SANDBOX_KEY)).toBe(true);
});

test("a key with any one character changed, removed or doubled is not a key", () => {
  const other = fc.oneof(fc.constantFrom(..."0123456789abcdefABCg _"), fc.string({ unit: "binary", maxLength: 1 }));
  fc.assert(
    fc.property(fc.nat({ max: 57 }), other, (at, sign) => {
      const text = makeApiKey();
      expect(isApiKey(text)).toBe(true);
      const [before, own, after] = [text.slice(0, at), text[at] ?? "", text.slice(at + 1)];
      for (const wrong of [before + sign + after, before + after, before + own + own + after])
        if (wrong !== text) expect(isApiKey(wrong)).toBe(false);
    }),
  );
});
