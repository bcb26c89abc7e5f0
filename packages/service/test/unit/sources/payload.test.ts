import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  boundsFor,
  type JsonBounds,
  OptionalNumber,
  parseBounded,
  RequiredNumber,
  readNumber,
} from "../../../src/sources/payload.js";

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

describe("a number of a source", () => {
  test.each([
    [1.5, 1.5],
    ["84380.60000", 84380.6],
    ["1.13e+21", 1.13e21],
    ["-.5", -0.5],
    ["5.", 5],
    ["1134974870.443899335517034865731360127352", 1134974870.4438994],
  ])("%j is %d", (text, value) => expect(readNumber(text)).toBe(value));

  test.each([null, undefined, ""])("%j is missing, never zero", (value) => expect(readNumber(value)).toBe("missing"));

  test.each([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "NaN",
    "Infinity",
    "1e999",
    "0x10",
    " 1",
    "1,000",
    "abc",
    true,
    [],
    [1],
    {},
  ])("%j is wrong", (value) => expect(readNumber(value)).toBe("wrong"));

  test("is the same as text and as a number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))).toBe(value === 0 ? Number(String(value)) : value);
      }),
    );
  });

  test("in a schema may be needed or may be absent", () => {
    expect(z.object({ a: RequiredNumber }).safeParse({}).success).toBe(false);
    expect(z.object({ a: RequiredNumber }).safeParse({ a: null }).success).toBe(false);
    expect(z.object({ a: OptionalNumber }).parse({}).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).parse({ a: null }).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).parse({ a: "" }).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).safeParse({ a: "x" }).success).toBe(false);
  });
});
