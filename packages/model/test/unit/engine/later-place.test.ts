import { expect, test } from "vitest";
import { LaterPlace } from "../../../src/engine/later-place.js";

/** A price that rises by a factor a day, with one score throughout. */
function ranges(rows: number, { factor = 1, score = 50 }: { readonly factor?: number; readonly score?: number } = {}) {
  const track = new LaterPlace();
  return Array.from({ length: rows }, (_, row) => track.append(100 * factor ** row, score));
}

test("there is no range before 365 places are known: the first is that of row 730 + 364", () => {
  expect(ranges(1100).findIndex((range) => range !== undefined)).toBe(730 + 364);
});

test("a price that never moved has its place at 0, and the range reaches as far as all scores were off", () => {
  expect(ranges(1095).at(-1)).toEqual({ low: 0, high: 100 });
  expect(ranges(1095, { score: 30 }).at(-1)).toEqual({ low: 0, high: 60 });
});

test("worked example: on a steady rise a row has its place between those of two years before and after", () => {
  // Row j <= 730 lies at 100 j / (j + 730); rows 0 to 364 are known, so the largest 37 errors of |50 - place| fall to early rows.
  const places = Array.from({ length: 365 }, (_, row) => (100 * row) / (row + 730));
  const errors = places.map((place) => Math.abs(50 - place)).sort((a, b) => a - b);
  const width = errors[Math.ceil(0.9 * 366) - 1]!;
  const range = ranges(1095, { factor: 1.001 }).at(-1)!;
  expect(range.low).toBeCloseTo(50 - width, 9);
  expect(range.high).toBeCloseTo(50 + width, 9);
});

test("rows without a score have no range and leave no error behind", () => {
  const track = new LaterPlace();
  const all = Array.from({ length: 1300 }, (_, row) => track.append(100, row < 100 || row === 1250 ? undefined : 40));
  expect(all.findIndex((range) => range !== undefined)).toBe(730 + 100 + 364);
  expect(all[1250]).toBeUndefined();
});
