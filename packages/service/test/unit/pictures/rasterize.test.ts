import {
  type EmbedKind,
  embedSize,
  LANGUAGES,
  type PictureView,
  renderSvg,
  sizesOf,
  type Variant,
} from "peak-cycle-drawing";
import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { sampleCycle } from "../../../../drawing/test/support/sample-cycle.js";
import { rasterize } from "../../../src/pictures/rasterize.js";
import { SAMPLE_DAYS, SAMPLE_NOW, SAMPLE_PUBLISHER } from "../../support/sample-chart.js";

const VIEW: PictureView = { now: SAMPLE_NOW, days: SAMPLE_DAYS, cycle: sampleCycle() };

const NOTHING: PictureView = { now: undefined, days: [] };

const VARIANTS = (["badge", "chart", "cycle"] as const).flatMap((picture) =>
  sizesOf(picture).map((size): Variant => ({ picture, size, theme: "light", language: LANGUAGES[0] })),
);

function drawn(variant: Variant, view = VIEW): PNG {
  const svg = renderSvg(variant, view, SAMPLE_PUBLISHER);
  return PNG.sync.read(Buffer.from(rasterize(svg, variant.size === "xl" ? 1 : 2)));
}

/** Width and height in px. */
function sizeOf({ picture, size }: Variant): readonly number[] {
  return Object.values(embedSize(`${picture}-png` as EmbedKind, size));
}

/** Share of pixels that differ clearly from one a little below the middle of the top edge, which is background. */
function inkShare({ width, height, data }: PNG): number {
  const background = 4 * (6 * width + Math.floor(width / 2));
  let inked = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs((data[at + channel] ?? 0) - data[background + channel]!) > 40)) inked++;
  }
  return inked / (width * height);
}

describe("an SVG drawn as PNG", () => {
  test.each(VARIANTS.map((variant) => [`${variant.picture} ${variant.size}`, variant] as const))(
    "%s has two pixels for one px, the largest one, and is not blank",
    (_key, variant) => {
      const png = drawn(variant);
      const scale = variant.size === "xl" ? 1 : 2;
      expect([png.width, png.height]).toEqual(sizeOf(variant).map((px) => scale * px));
      expect(inkShare(png)).toBeGreaterThan(0.005);
      expect(inkShare(png)).toBeLessThan(0.5);
      const waiting = drawn(variant, NOTHING);
      expect([waiting.width, waiting.height]).toEqual([png.width, png.height]);
      expect(inkShare(waiting)).toBeGreaterThan(0.005);
    },
  );
});
