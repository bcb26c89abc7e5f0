import { PHASES } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import {
  BAND_OPACITY,
  type ColorToken,
  type ColorTokens,
  CSS_VARIABLES,
  CURRENT_BAND_OPACITY,
  cssDeclarations,
  DARK,
  DARK_CYCLE,
  LIGHT,
  LIGHT_CYCLE,
} from "../../src/colors.js";

type Rgb = readonly number[];

const PHASE_COLORS = PHASES.map(({ key }) => key);

describe.each([
  ["light", LIGHT, LIGHT_CYCLE],
  ["dark", DARK, DARK_CYCLE],
])("in the %s theme", (_name, colors: ColorTokens, cycle) => {
  const background = rgb(colors.background);

  test.each<ColorToken>(["text", "muted", "link", "accent", ...PHASE_COLORS])(
    "%s is text of at least 4.5 to 1 on the background",
    (color) => {
      expect(contrast(rgb(colors[color]), background)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(PHASE_COLORS)("the name of %s has at least 4.5 to 1 on its band, present or not", (phase) => {
    for (const tint of [CURRENT_BAND_OPACITY, BAND_OPACITY]) {
      expect(contrast(rgb(colors[phase]), mixed(colors[phase], background, tint))).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each(PHASE_COLORS)("lines and dots have at least 3 to 1 on the band of %s", (phase) => {
    for (const tint of [CURRENT_BAND_OPACITY, BAND_OPACITY]) {
      for (const color of ["text", "muted"] as const) {
        expect(contrast(rgb(colors[color]), mixed(colors[phase], background, tint))).toBeGreaterThanOrEqual(3);
      }
    }
  });

  test.each(PHASE_COLORS)("the fill of %s in the long chart has at least 3 to 1 on its background", (phase) => {
    expect(contrast(rgb(cycle.fills[phase]), rgb(cycle.background))).toBeGreaterThanOrEqual(3);
  });
});

test("every color is a variable of its name, and a theme declares them all", () => {
  expect(CSS_VARIABLES.PEAK).toBe("var(--PEAK)");
  expect(cssDeclarations(LIGHT).split(";")).toHaveLength(11);
  expect(cssDeclarations(LIGHT)).toContain(`--paper:${LIGHT.background};`);
});

/** `#rrggbb`, or `#rgb`: one digit for each part keeps the scripts small. */
function rgb(hex: string): Rgb {
  if (hex.length === 7) return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return [1, 2, 3].map((at) => 17 * Number.parseInt(hex.charAt(at), 16));
}

function mixed(color: string, background: Rgb, share: number): Rgb {
  return rgb(color).map((value, index) => value * share + (background[index] ?? 0) * (1 - share));
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
