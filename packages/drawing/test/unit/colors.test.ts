import { PHASES } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type ColorTokens, DARK, fillOf, LIGHT } from "../../src/colors.js";

type Rgb = readonly number[];

const PHASE_COLORS = PHASES.map(({ key }) => key);

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
])("in the %s theme", (_name, colors: ColorTokens) => {
  const background = rgb(colors.background);

  /** Foreground, background, and the least contrast between them. */
  const pairs = PHASE_COLORS.flatMap((phase) => {
    const fill = colors[fillOf(phase)];
    const on = (tint: string) => mixed(fill, background, Number(tint));
    return [
      [`the name of ${phase} on its band`, rgb(colors[phase]), on(colors.band), 4.5],
      [`the fill of ${phase} on the background`, rgb(fill), background, 3],
      [`a line on the pale ${phase}`, rgb(colors.ink), on(colors.pale), 3],
      [`a line on the band of ${phase}`, rgb(colors.ink), on(colors.band), 3],
    ] as const;
  });
  const texts = (["ink", "soft", "link", "mark", ...PHASE_COLORS] as const).map(
    (token) => [`text in ${token} on the background`, rgb(colors[token]), background, 4.5] as const,
  );

  test.each([...texts, ...pairs])("%s has enough contrast", (_what, color, behind, least) => {
    expect(contrast(color, behind)).toBeGreaterThanOrEqual(least);
  });

  test("readers can always tell two phases apart: fills are at least 25 apart even for green-blind readers", () => {
    const seen = PHASE_COLORS.map((phase) => labOf(withoutGreen(linear(rgb(colors[fillOf(phase)])))));
    const distances = seen.flatMap((one, i) => seen.slice(i + 1).map((other) => distance(one, other)));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(25);
  });
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
  const [red = 0, green = 0, blue = 0] = linear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(color: Rgb): Rgb {
  return color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
}

/** How a deuteranope sees linear light (Machado, Oliveira and Fernandes 2009, severity 1). */
function withoutGreen(light: Rgb): Rgb {
  const rows = [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ];
  return rows.map((row) => Math.min(1, Math.max(0, dot(row, light))));
}

function dot(one: Rgb, other: Rgb): number {
  return one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);
}

type Lab = readonly [lightness: number, a: number, b: number];

/** CIE L*a*b* of linear sRGB under D65. */
function labOf(light: Rgb): Lab {
  const curve = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116);
  const x = curve(dot([0.4124564, 0.3575761, 0.1804375], light) / 0.95047);
  const y = curve(dot([0.2126729, 0.7151522, 0.072175], light));
  const z = curve(dot([0.0193339, 0.119192, 0.9503041], light) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The difference of two colors as people see it (CIE 1976); 2.3 is just visible side by side. */
function distance(one: Lab, other: Lab): number {
  return Math.hypot(...one.map((value, i) => value - (other[i] ?? 0)));
}
