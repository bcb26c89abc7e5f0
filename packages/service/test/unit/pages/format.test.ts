import { expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";

test.each([
  [-3, "0 seconds ago"],
  [89, "89 seconds ago"],
  [90, "1 minute ago"],
  [5400, "1 hour ago"],
  [172_799, "47 hours ago"],
  [172_800, "2 days ago"],
])("%d seconds are told as %s", (seconds, text) => {
  expect(formatOf("en").ago(seconds)).toBe(text);
});

test("differences have a sign, and a share that is not whole never becomes 100 %", () => {
  expect([0.84, -12.35, 0].map(formatOf("de").points)).toEqual(["+0,8", "−12,4", "0,0"]);
  expect([1, 0.999_999, 0.29, 0].map(formatOf("en").share)).toEqual(["100%", "99.99%", "29%", "0%"]);
});
