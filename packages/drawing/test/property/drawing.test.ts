import fc from "fast-check";
import { expect, test } from "vitest";
import { BADGE_HEIGHT, badge } from "../../src/badge.js";
import { chart, chartHeight, plotOf } from "../../src/chart.js";
import { serialize } from "../../src/markup.js";
import { renderOptions, views } from "./views.js";

test("any valid view gives a whole drawing: no missing number, no missing word, no empty text", () => {
  fc.assert(
    fc.property(views, renderOptions(400), (view, options) => {
      for (const text of [serialize(chart(view, options)), serialize(badge(view, options))]) {
        expect(text).not.toMatch(/NaN|undefined|Infinity|<text[^>]*><\/text>|null/);
      }
    }),
  );
});

test("the size depends on the width alone", () => {
  fc.assert(
    fc.property(views, renderOptions(400), (view, options) => {
      const { width } = options;
      expect(chart(view, options).attributes).toMatchObject({ width, height: chartHeight(width) });
      expect(badge(view, options).attributes).toMatchObject({ width, height: BADGE_HEIGHT });
    }),
  );
});

test("every point of the two lines and every dot lies inside the plot", () => {
  fc.assert(
    fc.property(views, renderOptions(1200), (view, options) => {
      const { left, right, top, bottom } = plotOf(options.width);
      const drawn = serialize(chart(view, options));
      const lines = [...drawn.matchAll(/ points="([^"]*)"/g)].map(([, points = ""]) => points);
      const dots = [...drawn.matchAll(/M([\d.]+,[\d.]+)h0/g)].map(([, point = ""]) => point);
      const points = [...dots, ...lines.flatMap((line) => line.split(" ").filter(Boolean))];
      expect(points).toHaveLength(3 * view.days.length);
      for (const point of points) {
        const [x = 0, y = 0] = point.split(",").map(Number);
        expect(x).toBeGreaterThanOrEqual(left - 0.1);
        expect(x).toBeLessThanOrEqual(right + 0.1);
        expect(y).toBeGreaterThanOrEqual(top - 0.1);
        expect(y).toBeLessThanOrEqual(bottom + 0.1);
      }
    }),
  );
});
