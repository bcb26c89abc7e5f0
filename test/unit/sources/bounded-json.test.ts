import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsFor, type JsonBounds, parseBounded } from "../../../src/sources/bounded-json.js";

const WIDE: JsonBounds = { maxDepth: 100, maxContainers: 10_000, maxCommas: 100_000 };
const bytesOf = (text: string) => new TextEncoder().encode(text);

test("what is no larger than its bounds is parsed as JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseBounded(bytesOf(text), WIDE)).toEqual(JSON.parse(text));
    }),
  );
});

test("signs inside of texts do not count", () => {
  const text = JSON.stringify(['[[[[ \\" ]{,,,', "\\", { '"[': "é,[" }]);
  expect(parseBounded(bytesOf(text), { maxDepth: 2, maxContainers: 2, maxCommas: 2 })).toEqual(JSON.parse(text));
});

test.each([
  ["17 levels", "[".repeat(17) + "]".repeat(17), "levels"],
  ["10 MB of brackets", "[".repeat(10_000_000), "levels"],
  ["braces and brackets in turns", '{"a":['.repeat(9) + "]}".repeat(9), "levels"],
  ["many small lists", `[${"[],".repeat(600)}[]]`, "lists"],
  ["many numbers", `[${"1,".repeat(4001)}1]`, "values"],
  ["half a document", "[1,", "no JSON"],
  ["a text without an end", '["\\', "no JSON"],
  ["nothing", "", "no JSON"],
])("%s is refused", (_name, text, reason) => {
  expect(() => parseBounded(bytesOf(text), boundsFor(0))).toThrow(reason);
});

test("an answer about more rows may have more of everything but levels", () => {
  const text = `[${"[1,2,3],".repeat(1000)}[]]`;
  expect(() => parseBounded(bytesOf(text), boundsFor(0))).toThrow("lists");
  expect(parseBounded(bytesOf(text), boundsFor(1000))).toHaveLength(1001);
});
