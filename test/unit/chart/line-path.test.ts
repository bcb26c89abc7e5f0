import { expect, test } from "vitest";
import { type Point, pathData, thinOut } from "../../../src/chart/line-path.js";

test("a line is written in relative steps, without zeros that mean nothing", () => {
  const spots: readonly Point[] = [
    [10, 20.5],
    [10.5, 20],
    [11.5, 20],
    [12, 18.5],
  ];
  expect(pathData(spots)).toBe("M10 20.5l.5-.5 1 0 .5-1.5");
});

test("steps do not add up to a fault", () => {
  const spots = Array.from({ length: 400 }, (_, i): Point => [Math.round(i * 3.3) / 10, Math.round(i * 7.7) / 10]);
  const numbers = pathData(spots).match(/-?\d*\.?\d+/g) ?? [];
  const sum = numbers.map(Number).reduce((total, each) => total + each, 0);
  expect(sum).toBeCloseTo((spots.at(-1)?.[0] ?? 0) + (spots.at(-1)?.[1] ?? 0), 6);
});

test("no spot is no line", () => {
  expect(pathData([])).toBe("");
});

test("spots that are too near are left out, but never the last", () => {
  const spots: readonly Point[] = [
    [0, 1],
    [0.5, 2],
    [1, 3],
    [1.5, 4],
  ];
  expect(thinOut(spots, 1)).toEqual([
    [0, 1],
    [1, 3],
    [1.5, 4],
  ]);
});
