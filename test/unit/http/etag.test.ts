import { expect, test } from "vitest";
import { etagOf, matches } from "../../../src/http/etag.js";

const TAG = etagOf("a body");

test("a tag is strong, quoted, and changes with the bytes", () => {
  expect(TAG).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  expect(etagOf("a body")).toBe(TAG);
  expect(etagOf("a body ")).not.toBe(TAG);
});

test.each([[TAG], [`W/${TAG}`], [`"other", ${TAG}`], [`"other",W/${TAG} , "more"`], ["*"], [" * "]])(
  "%s names the bytes",
  (header) => {
    expect(matches(header, TAG)).toBe(true);
  },
);

test.each([[""], ['"other"'], [TAG.slice(1, -1)], [TAG.slice(0, -1)], [`"x${TAG.slice(1)}`], ['"*"'], ["W/"], [",,,"]])(
  "%s does not name the bytes",
  (header) => {
    expect(matches(header, TAG)).toBe(false);
  },
);
