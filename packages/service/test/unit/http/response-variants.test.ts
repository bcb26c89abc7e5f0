import { expect, test } from "vitest";
import { encodingOf, etagOf, matchesEtag } from "../../../src/http/response-variants.js";

test.each([
  [undefined, "identity"],
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["BR", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["gzip;q=0.5, br;q=0.5", "br"],
  ["br;q=0, gzip;q=0", "identity"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["gzip;q=0, *;q=0.1", "br"],
  ["identity;q=1, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.4, br;q=0.6", "br"],
  ["identity;q=0", "identity"],
  ["gzip ; q=0.8 ,  br ; q=0.7", "gzip"],
  ["gzip;q=2", "identity"],
  ["gzip;q=0.0001", "identity"],
  [";;;,,,", "identity"],
] as const)("Accept-Encoding %j is answered with %s", (accepted, expected) => {
  expect(encodingOf(accepted)).toBe(expected);
});

const TAG = etagOf("a body");

test("a tag is strong, quoted, and changes with the bytes", () => {
  expect(TAG).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  expect(etagOf("a body")).toBe(TAG);
  expect(etagOf("a body ")).not.toBe(TAG);
});

test.each([[TAG], [`W/${TAG}`], [`"other", ${TAG}`], [`"other",W/${TAG} , "more"`], ["*"], [" * "]])(
  "%s names the bytes",
  (header) => {
    expect(matchesEtag(header, TAG)).toBe(true);
  },
);

test.each([[""], ['"other"'], [TAG.slice(1, -1)], [TAG.slice(0, -1)], [`"x${TAG.slice(1)}`], ['"*"'], ["W/"], [",,,"]])(
  "%s does not name the bytes",
  (header) => {
    expect(matchesEtag(header, TAG)).toBe(false);
  },
);
