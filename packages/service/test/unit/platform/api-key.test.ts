import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isApiKey, lookupOf, makeApiKey, SANDBOX_KEY } from "../../../src/platform/api-key.js";

const key = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => makeApiKey(Buffer.from(bytes).toString("hex")));

test("a key is its 160 random bits and their checksum, and is looked up by its hash and named by six characters", () => {
  const made = makeApiKey("000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7");
  expect(made).toBe("peak_live_000d1a2734414e5b6875828f9ca9b6c3d0ddeaf7d567ed1e");
  expect(lookupOf(made)).toEqual({ hash: createHash("sha256").update(made).digest("hex"), prefix: "000d1a" });
});

test("two keys are never the same", () => {
  expect(new Set(Array.from({ length: 100 }, () => makeApiKey())).size).toBe(100);
});

test("every key is one, and with any one character changed, left out, doubled or moved by one it is none", () => {
  const other = fc.oneof(
    fc.constantFrom(..."0123456789abcdefABCg _"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(key, fc.nat({ max: 57 }), other, (text, at, sign) => {
      expect(isApiKey(text)).toBe(true);
      const [before, own, after] = [text.slice(0, at), text[at] ?? "", text.slice(at + 1)];
      const wrong = [
        before + sign + after,
        before + after,
        before + own + own + after,
        before + after.slice(0, 1) + own + after.slice(1),
      ];
      for (const each of wrong) if (each !== text) expect(isApiKey(each)).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test.each(["", "peak_live_", "peak_live_<API_KEY>", "peak_live_0123456789", "x".repeat(8000)])(
  "%s is no key",
  (text) => {
    expect(isApiKey(text)).toBe(false);
  },
);

test("the key of the sandbox is one, so that a client which checks its form takes it", () => {
  expect(isApiKey(SANDBOX_KEY)).toBe(true);
});
