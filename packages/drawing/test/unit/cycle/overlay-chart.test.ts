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

test("earlier cycles have a dash each; the current one lies on top", () => {
  const text = serialize(drawn([cycle(2012, 1400), cycle(2016, 1400), cycle(2020, 1400)], cycle(2024, 252)));
  for (const dash of ["7 3", "1.5 3"]) expect(text.split(`stroke-dasharray="${dash}"`)).toHaveLength(2);
  const widths = [...text.matchAll(/d="M0[^"]*" stroke="[^"]*" stroke-width="([\d.]+)"/g)].map(([, width]) => width);
  expect(widths.slice(0, 4)).toEqual(["1.4", "1.4", "1.4", "3"]);
});

test("a cycle is read on its line on today's day, and not at all when it ended earlier", () => {
  const values = [252, 255, 259].map((day) => valueAt(cycle(2016, 1400), day) ?? 0) as [number, number, number];
  expect(values[1]).toBeCloseTo(values[0] + (3 / 7) * (values[2] - values[0]), 10);
  expect(valueAt(cycle(2016, 100), 255)).toBeUndefined();
});

test("each year stands behind the end of its line, at least 15 px from the next however close the lines end", () => {
  const same = [2012, 2016, 2020].map((year) => ({ ...cycle(2000, 1400), year }));
  const names = drawn(same, cycle(2024, 252)).children.flatMap((each) => {
    if (typeof each === "string" || !/^20\d\d$/.test(String(each.children[0]))) return [];
    return [{ x: each.attributes["x"], y: Number.parseFloat(String(each.attributes["y"])) }];
  });
  expect(names.map(({ x }) => x)).toEqual(["95.82%", "95.82%", "95.82%"]);
  const heights = names.map(({ y }) => y).sort((one, other) => one - other);
  const gaps = heights.slice(1).map((y, i) => 2.6 * (y - (heights[i] ?? 0)));
  for (const gap of gaps) expect(gap).toBeGreaterThan(14.9);
});

test("the year of a cycle that ended shortly before today, and as high, gives way to the dot of the current one", () => {
  const text = serialize(drawn([cycle(2012, 1400)], cycle(2012, 1449)));
  const [year, dot] = [/y="([\d.]+)%"[^>]*>2012</, /y="([\d.]+)%"[^>]*><circle r="4.5"/].map((part) =>
    Number(part.exec(text)?.[1]),
  ) as [number, number];
  expect(2.6 * Math.abs(year - dot)).toBeGreaterThan(12);
});

test("the axis of multiples has 1, 2, 5 and 10, and powers of ten alone where those would be too close", () => {
  const axis = (most: number) => {
    const earlier = {
      year: 2012,
      points: [
        [0, 1],
        [1400, most],
      ] as const,
    };
    return [...serialize(drawn([earlier], cycle(2024, 252))).matchAll(/>([\d.]+)×</g)].map(([, text]) => text);
  };
  expect(axis(30)).toEqual(["1", "2", "5", "10", "20"]);
  expect(axis(20_000)).toEqual(["1", "10", "100", "1000", "10000"]);
});

test("the number of the day stands left of its line where there is no room at the right", () => {
  const text = serialize(drawn([cycle(2016, 1400)], cycle(2024, 1400)));
  expect(text).toMatch(/<text x="-6" text-anchor="end"[^>]*>day \d+</);
});
