import fc from "fast-check";
import { expect, test } from "vitest";
import { badge, badgeHeight } from "../../src/badge.js";
import { chart, chartHeight } from "../../src/chart.js";
import { daysPlot } from "../../src/days-panels.js";
import { serialize } from "../../src/markup.js";
import { ofCrypto, renderOptions, views } from "./views.js";

test("any valid view gives a whole drawing of the size of its width: no missing number or word, no empty text", () => {
  fc.assert(
    fc.property(views, renderOptions(400), (view, options) => {
      const { width } = options;
      for (const [drawn, height] of [
        [chart(view, options), chartHeight(width)],
        [chart(ofCrypto(view), options), chartHeight(width)],
        [badge(view, options), badgeHeight(width)],
      ] as const) {
        expect(serialize(drawn)).not.toMatch(/NaN|undefined|Infinity|<text[^>]*><\/text>|null/);
        expect(drawn.attributes).toMatchObject({ width, height });
      }
    }),
  );
});

test("every point of the two lines lies inside its panel", () => {
  fc.assert(
    fc.property(views, renderOptions(1200), (view, options) => {
      const { points, right, priceTop, scoreTop, bottom, x, priceY, scoreY } = daysPlot(view, options.width);
      for (const [i, { score, priceUsd = 0 }] of points.entries()) {
        expect(x(i)).toBeGreaterThanOrEqual(16);
        expect(x(i)).toBeLessThanOrEqual(right);
        expect(priceY(priceUsd)).toBeGreaterThanOrEqual(priceTop);
        expect(priceY(priceUsd)).toBeLessThan(scoreTop);
        expect(scoreY(score)).toBeGreaterThanOrEqual(scoreTop);
        expect(scoreY(score)).toBeLessThanOrEqual(bottom);
      }
    }),
  );
});
