import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isApiKey, lookupOf, makeApiKey, SANDBOX_KEY } from "../../../src/domain/api-key.js";

test("a key is 160 random bits and a checksum, found by its hash and shown by six characters", () => {
  const made = makeApiKey("000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7");
  expect(made).toBe("peak_live_000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7d567ed1e");
  expect(lookupOf(made)).toEqual({ hash: createHash("sha256").update(made).digest("hex"), prefix: "000d1a" });
  expect(makeApiKey()).not.toBe(makeApiKey());
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
