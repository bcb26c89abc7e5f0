import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makeApiKey, readApiKey, SANDBOX_KEY } from "../../../src/platform/api-key.js";

const key = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(makeApiKey);

test("a key is its 160 random bits and their checksum, and is read as its hash and first six characters", () => {
  const made = makeApiKey(Uint8Array.from({ length: 20 }, (_, i) => i * 13));
  expect(made).toBe("peak_live_aagrujzuifhfw2dvqkhzzknwypin32xxzvomp3c");
  expect(readApiKey(made)).toEqual({ hash: createHash("sha256").update(made).digest("hex"), prefix: "aagruj" });
});

test("two keys are never the same", () => {
  expect(new Set(Array.from({ length: 100 }, () => makeApiKey())).size).toBe(100);
});

test("every key is read, and with any one character changed, left out, doubled or moved by one it is none", () => {
  const other = fc.oneof(
    fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz234567ABC 01_"),
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(key, fc.nat({ max: 48 }), other, (text, at, sign) => {
      expect(readApiKey(text)).toBeDefined();
      const [before, own, after] = [text.slice(0, at), text[at] ?? "", text.slice(at + 1)];
      const wrong = [
        before + sign + after,
        before + after,
        before + own + own + after,
        before + after.slice(0, 1) + own + after.slice(1),
      ];
      for (const each of wrong) if (each !== text) expect(readApiKey(each)).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

test.each(["", "peak_live_", "peak_live_<API_KEY>", "peak_live_0123456789", "x".repeat(8000)])(
  "%s is no key",
  (text) => {
    expect(readApiKey(text)).toBeUndefined();
  },
);

test("the key of the sandbox is one, so that a client which checks its form takes it", () => {
  expect(readApiKey(SANDBOX_KEY)?.prefix).toBe("sandbo");
});
