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

  /** What stands on what, and the least contrast of the two. */
  const pairs = PHASE_COLORS.flatMap((phase) => {
    const fill = colors[fillOf(phase)];
    const on = (tint: string) => mixed(fill, background, Number(tint));
    return [
      [`the name of ${phase} on its band`, rgb(colors[phase]), on(colors.band), 4.5],
      [`the fill of ${phase} on the background`, rgb(fill), background, 3],
      ...[colors.pale, colors.band, colors.cell].map(
        (tint) => [`a line on ${phase}`, rgb(colors.ink), on(tint), 3] as const,
      ),
    ] as const;
  });
  const texts = (["ink", "soft", "link", "mark", ...PHASE_COLORS] as const).map(
    (token) => [`text in ${token} on the background`, rgb(colors[token]), background, 4.5] as const,
  );

  test.each([...texts, ...pairs])("%s has enough contrast", (_what, color, behind, least) => {
    expect(contrast(color, behind)).toBeGreaterThanOrEqual(least);
  });

  test("two phases are never one color, whatever the reader sees: fills are at least 15 apart without green", () => {
    const seen = PHASE_COLORS.map((phase) => labOf(withoutGreen(linear(rgb(colors[fillOf(phase)])))));
    const distances = seen.flatMap((one, i) => seen.slice(i + 1).map((other) => ciede2000(one, other)));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(15);
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

const DEGREE = Math.PI / 180;

/** The difference of two colors as people see it (CIE 142-2001); 1 is just visible side by side. */
function ciede2000([light1, a1, b1]: Lab, [light2, a2, b2]: Lab): number {
  const saturation = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7));
  const stretch = 1 + 0.5 * (1 - saturation((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [chroma1, chroma2] = [Math.hypot(stretch * a1, b1), Math.hypot(stretch * a2, b2)];
  const hue = (a: number, b: number) => (Math.atan2(b, stretch * a) / DEGREE + 360) % 360;
  const [hue1, hue2] = [hue(a1, b1), hue(a2, b2)];
  const turn = ((hue2 - hue1 + 540) % 360) - 180;
  const [meanLight, meanChroma] = [(light1 + light2) / 2, (chroma1 + chroma2) / 2];
  const meanHue = (hue1 + turn / 2 + 360) % 360;
  const cos = (factor: number, offset: number) => Math.cos((factor * meanHue + offset) * DEGREE);
  const weight = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63);
  const offset = (meanLight - 50) ** 2;
  const light = (light2 - light1) / (1 + (0.015 * offset) / Math.sqrt(20 + offset));
  const chroma = (chroma2 - chroma1) / (1 + 0.045 * meanChroma);
  const hueStep =
    (2 * Math.sqrt(chroma1 * chroma2) * Math.sin((turn / 2) * DEGREE)) / (1 + 0.015 * meanChroma * weight);
  const rotation = -2 * saturation(meanChroma) * Math.sin(60 * DEGREE * Math.exp(-(((meanHue - 275) / 25) ** 2)));
  return Math.sqrt(light ** 2 + chroma ** 2 + hueStep ** 2 + rotation * chroma * hueStep);
}
