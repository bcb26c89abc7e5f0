import { expect, test } from "vitest";
import { longDay, shortDay } from "../../../src/chart/day-words.js";
import { LANGUAGES } from "../../../src/chart/language.js";
import { minuteText, priceText, scoreText } from "../../../src/chart/numbers.js";

test("a score has one decimal and the decimal sign of the language", () => {
  expect(LANGUAGES.map((language) => scoreText(8, language))).toEqual(["8.0", "8,0", "8,0", "8,0", "8,0"]);
});

test("a price is short: cents below 1,000, whole dollars above", () => {
  expect([0.07, 999.5, 83_236.56, 1_234_567.89, 12_345_678].map((price) => priceText(price, "en"))).toEqual([
    "0.07",
    "999.5",
    "83,237",
    "1,234,568",
    "12,345,678",
  ]);
  expect(priceText(1_234_567.89, "de")).toBe("1.234.568");
});

test("a day is the same in every time zone, and a minute says that it is UTC", () => {
  expect(LANGUAGES.map((language) => shortDay("2026-03-01", language))).toEqual([
    "Mar 1",
    "1 mar",
    "1 mar.",
    "1. März",
    "1 mars",
  ]);
  expect(longDay("2026-11-21", "de")).toBe("21. November 2026");
  expect(minuteText("2026-11-21T10:00:04.000Z")).toBe("2026-11-21 10:00 UTC");
});

test("a day that is none is refused", () => {
  expect(() => shortDay("2026-99-99", "en")).toThrow(RangeError);
});
