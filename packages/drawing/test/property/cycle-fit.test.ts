import fc from "fast-check";
import { expect, test } from "vitest";
import { rightMargin } from "../../src/cycle/cycle-axes.js";
import { fixedCycleChart, PLOTS } from "../../src/cycle/cycle-chart.js";
import { CYCLE_RANGES, dataOf } from "../../src/cycle/cycle-data.js";
import { labelBoxes, overlap } from "../../src/cycle/cycle-labels.js";
import { LANGUAGES } from "../../src/locale.js";
import { tree } from "../../src/markup.js";
import { sampleCycle } from "../support/sample-cycle.js";
import { crowding } from "./texts-of.js";

const markets = fc.record({
  weeks: fc.integer({ min: 1, max: 760 }),
  firstPrice: fc.double({ min: 0.05, max: 90_000, noNaN: true }),
  growth: fc.double({ min: -1, max: 5, noNaN: true }),
  swing: fc.double({ min: 0, max: 0.6, noNaN: true }),
  seed: fc.integer({ min: 0, max: 1000 }),
});

/** What the service takes for a price at most. */
const MAX_PRICE_USD = 1e8;

test("no two texts of the long chart touch and none leaves the picture, in every language, range and tier", () => {
  fc.assert(
    fc.property(
      markets,
      fc.constantFrom(...CYCLE_RANGES),
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom("small", "narrow", "medium", "wide"),
      fc.integer({ min: 0, max: 300 }),
      (market, range, language, name, wider) => {
        const { height, tier } = PLOTS[name];
        const [width, fontSize] = [PLOTS[name].width + wider, 11.5];
        const past = sampleCycle(market);
        fc.pre(past.points.every(({ priceUsd }) => priceUsd <= MAX_PRICE_USD));
        const data = dataOf(past, range, false);
        const chart = fixedCycleChart(data, { language, tier, width, height, fontSize });
        const [left, right] = [8, rightMargin(language, fontSize, tier) + 16];
        const moved = tree("g", { transform: `translate(${left} 8)` }, chart);
        const viewBox = `0 0 ${left + width + right} ${height + 16}`;
        expect(crowding(tree("svg", { viewBox }, moved))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test("a box is taken only where it is inside, and touches neither another nor the line", () => {
  const edges = { left: 0, right: 300, top: 0, bottom: 200 };
  const box = fc
    .record({
      left: fc.integer({ min: -20, max: 300 }),
      top: fc.integer({ min: -20, max: 200 }),
      width: fc.integer({ min: 1, max: 90 }),
    })
    .map(({ left, top, width }) => ({ left, right: left + width, top, bottom: top + 14 }));
  fc.assert(
    fc.property(
      fc.array(box, { maxLength: 40 }),
      fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2 }),
      (wanted, heights) => {
        const line = heights.map((y, i) => [(300 * i) / (heights.length - 1), y] as const);
        const boxes = labelBoxes(edges, line);
        const taken = wanted.flatMap((each) => boxes.take([each]) ?? []);
        for (const [i, one] of taken.entries()) {
          expect(one.left >= 0 && one.right <= 300 && one.top >= 0 && one.bottom <= 200).toBe(true);
          expect(taken.slice(i + 1).some((other) => overlap(one, other))).toBe(false);
          const inside = line.filter(([x, y]) => x > one.left && x < one.right && y > one.top && y < one.bottom);
          expect(inside).toEqual([]);
        }
      },
    ),
  );
});
