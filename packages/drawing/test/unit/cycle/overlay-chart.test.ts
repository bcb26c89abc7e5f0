import { expect, test } from "vitest";
import { LIGHT } from "../../../src/colors.js";
import { type OverlaidCycle, overlayChart, valueAt } from "../../../src/cycle/overlay-chart.js";
import { serialize, type Tree } from "../../../src/markup.js";

const cycle = (year: number, days: number): OverlaidCycle => ({
  year,
  points: Array.from({ length: Math.floor(days / 7) + 1 }, (_, i) => [7 * i, 1 + (i * year) / 100_000] as const),
});

const OPTIONS = { colors: LIGHT, language: "en" } as const;
const TEXTS = { title: "Price", textAlternative: "Cycles" };

function drawn(earlier: readonly OverlaidCycle[], current: OverlaidCycle): Tree {
  return overlayChart({ kind: "multiple", earlier, current }, OPTIONS, TEXTS);
}

test("earlier cycles have a dash each, the same in the line and beside its year; the current one lies on top", () => {
  const text = serialize(drawn([cycle(2012, 1400), cycle(2016, 1400), cycle(2020, 1400)], cycle(2024, 252)));
  for (const dash of ["7 3", "1.5 3"]) expect(text.split(`stroke-dasharray="${dash}"`)).toHaveLength(3);
  const widths = [...text.matchAll(/d="M0[^"]*" stroke="[^"]*" stroke-width="([\d.]+)"/g)].map(([, width]) => width);
  expect(widths.slice(0, 4)).toEqual(["1.4", "1.4", "1.4", "3"]);
});

test("a cycle is read on today's day, and not at all when it ended earlier", () => {
  expect(valueAt(cycle(2016, 1400), 255)).toBe(valueAt(cycle(2016, 1400), 252));
  expect(valueAt(cycle(2016, 100), 255)).toBeUndefined();
});

test("the years beside the lines stand at least 15 px apart, however close the lines end", () => {
  const same = [2012, 2016, 2020].map((year) => ({ ...cycle(2000, 1400), year }));
  const heights = drawn(same, cycle(2024, 252)).children.flatMap((each) => {
    if (typeof each === "string" || each.attributes["x"] !== "100%" || each.tag !== "svg") return [];
    return [Number.parseFloat(String(each.attributes["y"]))];
  });
  expect(heights).toHaveLength(3);
  for (const [i, y] of heights.entries()) if (i > 0) expect(2.6 * (y - (heights[i - 1] ?? 0))).toBeGreaterThan(14.9);
});

test("the number of the day stands left of its line where there is no room at the right", () => {
  const text = serialize(drawn([cycle(2016, 1400)], cycle(2024, 1400)));
  expect(text).toMatch(/<text x="-6" text-anchor="end"[^>]*>day \d+</);
});
