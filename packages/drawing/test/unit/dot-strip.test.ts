import { expect, test } from "vitest";
import { LIGHT } from "../../src/colors.js";
import { type DotStripView, dotStrip } from "../../src/dot-strip.js";
import { serialize } from "../../src/markup.js";

const drawn = (values: readonly number[]) =>
  serialize(
    dotStrip(
      {
        dots: values.map((value) => ({ value, phase: "HOT", isFilled: value > 0 })),
        ticks: [0, 1, 0.9, 1e9],
        write: (value) => `<${value}>`,
        offset: 1,
        mark: { value: 0.4, text: "half" },
      },
      LIGHT,
      "Returns",
    ),
  );

test("dots that are close stand above each other, and those that are not beside each other", () => {
  const heights = (text: string) => new Set([...text.matchAll(/cy="([^"]+)"/g)].map(([, y]) => y)).size;
  expect(heights(drawn([-0.5, 0, 1, 4]))).toBe(1);
  expect(heights(drawn([0, 0.001, 0.002, 9]))).toBe(3);
});

test("values of the axis that are out of it, or in the way of a more important one, are left out", () => {
  const text = drawn([-0.5, 4]);
  for (const tick of ["&lt;0&gt;", "&lt;1&gt;"]) expect(text).toContain(`>${tick}<`);
  expect(text).not.toMatch(/0\.9&gt;|1000000000/);
});

test("a value of the axis stands centered below its place, and is left out where it has no room for that", () => {
  const axis = (view: Pick<DotStripView, "dots" | "ticks" | "offset" | "mark">, unit: string) => {
    const text = serialize(dotStrip({ ...view, write: (value) => `${value}${unit}` }, LIGHT, "Visits"));
    return [...text.matchAll(/text-anchor="middle"[^>]*>([^<]+)</g)].map(([, tick]) => tick);
  };
  const days = [2, 10, 60, 296].map((value) => ({ value }));
  const stayed = { dots: days, ticks: [30, 7, 90, 365, 2], offset: 0, mark: { value: 296, text: "296 days" } } as const;
  expect(axis(stayed, "d")).toEqual(["30d", "7d", "90d", "2d"]);
  const returns = [-45, 20, 110, 1247].map((value) => ({ value: value / 100 }));
  const later = { dots: returns, ticks: [0, -0.5, 1, 4, 15], offset: 1, mark: { value: 1.07, text: "half" } } as const;
  expect(axis(later, "00%")).toEqual(["000%", "100%", "400%"]);
});
