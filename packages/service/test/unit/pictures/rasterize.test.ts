import { Resvg } from "@resvg/resvg-js";
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

test("the PNG of a README's badge keeps 7 px free on both sides of its texts, like the SVG", () => {
  const svg = renderSvg({ picture: "flat", size: "md", theme: "light", language: "en" }, WHOLE, PUBLISHER);
  const wordless = svg.replace(/<text.*?<\/text>|<path[^>]*fill="#fff"[^>]*><\/path>/gs, "");
  const [full, bare] = [svg, wordless].map((each) => pixelsOf(rasterize(each, 1)));
  const { width = 0, height = 0 } = full ?? {};
  const columns = Array.from({ length: width }, (_, x) => x);
  const lettered = columns.filter((x) =>
    Array.from({ length: height }, (_, y) => 4 * (y * width + x)).some(
      (at) => Math.abs((full?.pixels[at] ?? 0) - (bare?.pixels[at] ?? 0)) > 40,
    ),
  );
  const ground = Number(/M(\d+) 0H4/.exec(svg)?.[1]);
  const gaps = [
    ground - Math.max(...lettered.filter((x) => x < ground)),
    Math.min(...lettered.filter((x) => x >= ground)) - ground,
    width - Math.max(...lettered),
  ];
  for (const gap of gaps) expect(Math.abs(gap - 7.5)).toBeLessThanOrEqual(1.5);
});

function pixelsOf(png: Uint8Array): { readonly pixels: Buffer; readonly width: number; readonly height: number } {
  const data = Buffer.from(png);
  const size = `width="${data.readUInt32BE(16)}" height="${data.readUInt32BE(20)}"`;
  const image = `<image ${size} href="data:image/png;base64,${data.toString("base64")}"/>`;
  return new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`).render();
}
