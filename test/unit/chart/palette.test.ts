import { describe, expect, test } from "vitest";
import { OTHER_TINT, PRESENT_TINT } from "../../../src/chart/bands.js";
import { type Color, DARK, type Ink, LIGHT } from "../../../src/chart/palette.js";
import { PHASES } from "../../../src/domain/score.js";

type Rgb = readonly number[];

const PHASE_COLORS = PHASES.map(({ key }) => key);

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
])("in the %s theme", (_name, ink: Ink) => {
  const paper = rgb(ink.paper);

  test.each<Color>(["ink", "soft", "link", "mark", ...PHASE_COLORS])(
    "%s is text of at least 4.5 to 1 on paper",
    (color) => {
      expect(contrast(rgb(ink[color]), paper)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(PHASE_COLORS)("the name of %s has at least 4.5 to 1 on its band, present or not", (phase) => {
    for (const tint of [PRESENT_TINT, OTHER_TINT]) {
      expect(contrast(rgb(ink[phase]), mixed(ink[phase], paper, tint))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(PHASE_COLORS)("lines and dots have at least 3 to 1 on the band of %s", (phase) => {
    for (const tint of [PRESENT_TINT, OTHER_TINT]) {
      for (const color of ["ink", "soft"] as const) {
        expect(contrast(rgb(ink[color]), mixed(ink[phase], paper, tint))).toBeGreaterThanOrEqual(3);
      }
    }
  });
});

/** `#rgb`: one digit for each part keeps the scripts small. */
function rgb(hex: string): Rgb {
  return [1, 2, 3].map((at) => 17 * Number.parseInt(hex.charAt(at), 16));
}

function mixed(color: string, paper: Rgb, share: number): Rgb {
  return rgb(color).map((value, index) => value * share + (paper[index] ?? 0) * (1 - share));
}

/** WCAG 2.2: relative luminance and contrast ratio. */
function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
