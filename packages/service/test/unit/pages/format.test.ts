import { expect, test } from "vitest";
import { formatOf } from "../../../src/pages/format.js";

test.each([
  [-3, "0 seconds ago"],
  [0, "0 seconds ago"],
  [59.75, "59 seconds ago"],
  [89, "89 seconds ago"],
  [90, "1 minute ago"],
  [5399, "89 minutes ago"],
  [5400, "1 hour ago"],
  [172_799, "47 hours ago"],
  [172_800, "2 days ago"],
  [86_400 * 400, "400 days ago"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatOf("en").ago(seconds)).toBe(text);
});

test("days, changes and shares are written as the language does", () => {
  expect([formatOf("en").days(1), formatOf("es").days(12), formatOf("pt").days(12)]).toEqual([
    "1 day",
    "12 días",
    "12 dias",
  ]);
  expect([formatOf("en").points(0.84), formatOf("de").points(-12.35), formatOf("en").points(0)]).toEqual([
    "+0.8",
    "−12,4",
    "0.0",
  ]);
});

test("a share is rounded down, and one that a decimal point cannot hold exactly is not cut by it", () => {
  const texts = [1, 0.999_999, 0.9999, 0.29, 0.5, 0].map(formatOf("en").share);
  expect(texts).toEqual(["100%", "99.99%", "99.99%", "29%", "50%", "0%"]);
});
