import {
  type ChartView,
  type EmbedKind,
  embedSize,
  LANGUAGES,
  renderSvg,
  sizesOf,
  type Variant,
} from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { daysOf, NOW, PUBLISHER, weeklyOf } from "../../../../drawing/test/support/views.js";
import { rasterize } from "../../../src/pictures/rasterize.js";

const WHOLE: ChartView = { now: NOW, days: daysOf((i) => ({ score: 40 + i, priceUsd: 9000 })), weekly: weeklyOf(300) };
const NOTHING: ChartView = { now: undefined, days: [] };

const VARIANTS = (["badge", "chart", "cycle"] as const).flatMap((picture) =>
  sizesOf(picture).map((size): Variant => ({ picture, size, theme: "light", language: LANGUAGES[0] })),
);

test.each(VARIANTS)("$picture $size becomes a PNG with its number of pixels per px, texts included", (variant) => {
  const { width = 0, height = 0 } = embedSize({ ...variant, kind: `${variant.picture}-png` as EmbedKind }, PUBLISHER);
  for (const [view, scale] of [[WHOLE, 2] as const, [NOTHING, 1] as const]) {
    const svg = renderSvg(variant, view, PUBLISHER);
    const [png, wordless, empty] = [svg, svg.replace(/<text.*?<\/text>/gs, ""), svg.replace(/>.*</s, "><")].map(
      (each) => Buffer.from(rasterize(each, scale)),
    );
    // The header of a PNG begins with its width and height.
    expect([png?.readUInt32BE(16), png?.readUInt32BE(20)]).toEqual([scale * width, scale * height]);
    expect(png?.length).toBeGreaterThan(1.2 * (wordless?.length ?? 0));
    expect(wordless?.length).toBeGreaterThan(1.2 * (empty?.length ?? 0));
  }
});
