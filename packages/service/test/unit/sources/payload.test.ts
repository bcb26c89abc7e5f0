import { describe, expect, test } from "vitest";
import * as z from "zod";
import { OptionalNumber, RequiredNumber, readNumber } from "../../../src/sources/payload.js";

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

  test("in a schema is required or optional", () => {
    expect(z.object({ a: RequiredNumber }).safeParse({}).success).toBe(false);
    expect(z.object({ a: RequiredNumber }).safeParse({ a: null }).success).toBe(false);
    expect(z.object({ a: OptionalNumber }).parse({}).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).parse({ a: null }).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).parse({ a: "" }).a).toBeUndefined();
    expect(z.object({ a: OptionalNumber }).safeParse({ a: "x" }).success).toBe(false);
  });
});
