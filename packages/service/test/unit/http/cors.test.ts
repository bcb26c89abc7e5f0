import fc from "fast-check";
import { expect, test } from "vitest";
import { preflightHeaders } from "../../../src/http/cors.js";

function allowedFor(asked: string | undefined): readonly string[] {
  return preflightHeaders(asked, "GET")["access-control-allow-headers"]?.split(", ") ?? [];
}

const OURS = ["X-NHCI-API-Key", "If-None-Match"];

test("a preflight allows the header names that are asked for, once each, and ours", () => {
  expect(allowedFor(undefined)).toEqual(OURS);
  expect(allowedFor("")).toEqual(OURS);
  expect(allowedFor("if-none-match,traceparent, Traceparent ,authorization")).toEqual([
    ...OURS,
    "traceparent",
    "authorization",
  ]);
});

test("names that are malformed, and those beyond a length, are not allowed", () => {
  expect(allowedFor("a b,c:d,é,x-1,{},\x7f,'\"',")).toEqual([...OURS, "x-1"]);
  expect(allowedFor("x".repeat(3000))).toEqual(OURS);
  const many = Array.from({ length: 1000 }, (_, i) => `x-header-${i}`);
  const allowed = allowedFor(many.join(",")).slice(OURS.length);
  expect(allowed.length).toBeGreaterThan(100);
  expect(allowed).toEqual(many.slice(0, allowed.length));
});

test("whatever is asked, the answer is one header of well-formed names of bounded length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 9000 }), (asked) => {
      const allowed = allowedFor(asked);
      expect(allowed.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))).toBe(true);
      expect(allowed.join(", ").length).toBeLessThan(5000);
    }),
  );
});
