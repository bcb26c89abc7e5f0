/**
 * Every color of pictures, widgets and pages in the light and the dark theme. Drawings refer to them as CSS variables,
 * which pages and SVG files with `?theme=auto` declare. A test checks contrasts and color distances.
 */
import type { PhaseKey } from "peak-cycle-model";

const COLORS = {
  background: ["#fff", "#101214"],
  ink: ["#15181d", "#eef0f2"],
  soft: ["#55606e", "#b4bfca"],
  line: ["#d9dee5", "#2f353c"],
  link: ["#0b57c4", "#82b4ff"],
  /** For warnings. */
  mark: ["#8a4300", "#ffc266"],

  /** Opacities of a phase's fill: on the ruler when not current, in its band. */
  pale: [".26", ".34"],
  band: [".1", ".14"],

  /** For text about a phase: contrast at least 4.5 to 1 on the background and on the tint of its band. */
  FONDO: ["#1f43b8", "#8fb0ff"],
  ACUM: ["#04606d", "#62d8ee"],
  BULL: ["#3d5e08", "#dbe680"],
  HOT: ["#8a4300", "#ffb066"],
  PEAK: ["#98134f", "#ff8fb3"],

  /**
   * For lines and areas: at least 3 to 1 on the background, and any two at least 25 apart for green-blind readers
   * (CIE 1976). On dark, an orange like #f08c2e would be 23 from Bull; this one is 28 from it.
   */
  "fill-FONDO": ["#2f56d9", "#4a78f0"],
  "fill-ACUM": ["#06a0b4", "#38c9e6"],
  "fill-BULL": ["#3d5e08", "#d9e57a"],
  "fill-HOT": ["#dd7606", "#e8791c"],
  "fill-PEAK": ["#bb1e63", "#e0386a"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/** A phase key names the color of its text; with `fill-`, the color of its lines and areas. */
export type ColorToken = keyof typeof COLORS;
export type ColorTokens = Readonly<Record<ColorToken, string>>;

/* `@__PURE__` lets the bundler drop these from scripts that do not use them. */
export const LIGHT: ColorTokens = /* @__PURE__ */ themeOf(0);
export const DARK: ColorTokens = /* @__PURE__ */ themeOf(1);

function themeOf(place: 0 | 1): ColorTokens {
  return Object.fromEntries(Object.entries(COLORS).map(([token, pair]) => [token, pair[place]])) as ColorTokens;
}

/** A color or opacity as drawings refer to it. */
export function color(token: ColorToken): string {
  return `var(--${token})`;
}

/** The color of a phase's lines and areas. */
export function fillOf(phase: PhaseKey): ColorToken {
  return `fill-${phase}`;
}

/** `--background:#fff;--ink:…`, for the rule that sets a theme. */
export function cssDeclarations(colors: ColorTokens): string {
  return Object.entries(colors)
    .map(([token, value]) => `--${token}:${value}`)
    .join(";");
}

/** Replaces the variables in a serialized drawing with a theme's colors, for programs without CSS variables. */
export function withColors(text: string, colors: ColorTokens): string {
  return text.replace(/var\(--([\w-]+)\)/g, (_, token: ColorToken) => colors[token]);
}
