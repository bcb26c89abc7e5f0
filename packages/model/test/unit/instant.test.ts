import { expect, test } from "vitest";
import {
  addDays,
  dayOf,
  endOf,
  formatInstant,
  hourOf,
  type Instant,
  parseDay,
  startOf,
  utcDay,
} from "../../src/instant.js";

const at = (text: string) => Date.parse(text) as Instant;

test("a day begins at 00:00 UTC, contains its last millisecond, and ends where the next begins", () => {
  const day = utcDay("2024-02-29");
  expect(startOf(day)).toBe(at("2024-02-29T00:00:00.000Z"));
  expect(dayOf(startOf(day))).toBe(day);
  expect(dayOf(at("2024-02-29T23:59:59.999Z"))).toBe(day);
  expect(dayOf(at("2024-03-01T00:00:00.000Z"))).toBe(addDays(day, 1));
  expect(endOf(day)).toBe(startOf(addDays(day, 1)));
});

test("the hour of an instant begins at minute zero", () => {
  for (const text of ["2026-11-21T04:59:59.999Z", "2026-11-21T04:00:00.000Z"])
    expect(formatInstant(hourOf(at(text)))).toBe("2026-11-21T04:00:00.000Z");
});

test.each(["2026-02-30", "2026-13-01", "2026-1-1", "20260101", "2026-01-01T00:00:00Z", " 2026-01-01", ""])(
  "%j is not a day",
  (text) => {
    expect(parseDay(text)).toBeUndefined();
    expect(() => utcDay(text)).toThrow(RangeError);
  },
);
