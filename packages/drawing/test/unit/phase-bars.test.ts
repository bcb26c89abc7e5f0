import { expect, test } from "vitest";
import { LIGHT } from "../../src/colors.js";
import { serialize } from "../../src/markup.js";
import { type BoxPlotView, boxPlot } from "../../src/phase-bars.js";

const ROW = { p10: -0.5, p25: -0.2, median: 0.4, p75: 1.5, p90: 4 };
const VIEW: BoxPlotView = {
  rows: { FONDO: ROW, ACUM: { ...ROW, median: 0.1 }, BULL: ROW, HOT: undefined, PEAK: undefined },
  min: -0.6,
  max: 9,
};

function drawn(view = VIEW, language: "en" | "de" = "en"): string {
  return serialize(boxPlot(view, { width: 440, colors: LIGHT, language }, "Returns"));
}

test("a phase without returns has a dash, and every phase its name", () => {
  expect(drawn().match(/>–</g)).toHaveLength(2);
  for (const word of ["Bottom", "Accumulation", "Bull Active", "Hot Zone", "Peak"]) expect(drawn()).toContain(word);
});

test("a loss is left of 0 and a gain right of it", () => {
  const zero = Number(/<text x="([\d.]+)"[^>]*>0%</.exec(drawn())?.[1]);
  const [, from, to] = /M([\d.]+) \d+H([\d.]+)M/.exec(drawn()) ?? [];
  expect(Number(from)).toBeLessThan(zero);
  expect(Number(to)).toBeGreaterThan(zero);
});

test("labels of the axis keep their distance, on a wide one too", () => {
  for (const max of [1, 9, 40]) {
    const text = drawn({ ...VIEW, min: -0.95, max });
    const places = [...text.matchAll(/<text x="([\d.]+)" y="13"/g)].map(([, x]) => Number(x)).sort((a, b) => a - b);
    expect(places.length).toBeGreaterThan(2);
    expect(places.filter((x, i) => i > 0 && x - (places[i - 1] ?? 0) < 48)).toEqual([]);
  }
});

test("numbers are written as the language does", () => {
  expect(drawn(VIEW, "de")).toContain("+100\u00a0%");
});
