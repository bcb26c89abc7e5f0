import type { PhaseKey } from "peak-cycle-model";
import { DARK_FILLS, DARK_PHASES, LIGHT_FILLS, LIGHT_PHASES, PHASE_KEYS } from "./phases.js";

/**
 * Every color of pictures, widgets and pages: in the light and the dark theme, and as CSS variables. The names of the
 * variables are part of pages and of SVG files with `?theme=auto`.
 */
export type ColorTokens = Readonly<Record<ColorToken, string>>;

/** A phase has the color of its texts, and with `fill-` that of its lines and areas. */
export type ColorToken = PlainToken | PhaseKey | FillToken;

type PlainToken = "background" | "text" | "muted" | "border" | "link" | "accent";
type FillToken = `fill-${PhaseKey}`;

/** Of lines and areas in the color of a phase. */
export function fillOf(phase: PhaseKey): FillToken {
  return `fill-${phase}`;
}

/** The CSS variables, without dashes; others have that of their key, e.g. `--HOT` and `--fill-HOT`. */
const VARIABLE_NAMES: Readonly<Partial<Record<ColorToken, string>>> = {
  background: "paper",
  text: "ink",
  muted: "soft",
  border: "line",
  link: "link",
  accent: "mark",
};

/* `@__PURE__` tells the bundler that scripts which have no use for these need not contain them. */

/** `text`, `muted`, `link` and `accent` have a contrast of at least 4.5 to 1 on `background`; a test calculates it. */
export const LIGHT: ColorTokens = /* @__PURE__ */ Object.assign(
  { background: "#fff", text: "#222", muted: "#567", border: "#dde", link: "#05a", accent: "#840" },
  LIGHT_PHASES,
  LIGHT_FILLS,
);

export const DARK: ColorTokens = /* @__PURE__ */ Object.assign(
  { background: "#111", text: "#eee", muted: "#9ab", border: "#333", link: "#7bf", accent: "#eb3" },
  DARK_PHASES,
  DARK_FILLS,
);

export const COLOR_TOKENS: readonly ColorToken[] = /* @__PURE__ */ colorTokens();

function colorTokens(): readonly ColorToken[] {
  return [...(Object.keys(VARIABLE_NAMES) as PlainToken[]), ...PHASE_KEYS, ...PHASE_KEYS.map(fillOf)];
}

/** For drawings inside a page: each color is a CSS variable, so that one drawing serves both themes. */
export const CSS_VARIABLES: ColorTokens = /* @__PURE__ */ colorsFrom((token) => `var(--${variableName(token)})`);

export function colorsFrom(colorOf: (token: ColorToken) => string): ColorTokens {
  return Object.fromEntries(COLOR_TOKENS.map((token) => [token, colorOf(token)])) as Record<ColorToken, string>;
}

/** `--paper:#fff;--ink:…`, for the rule that sets a theme. */
export function cssDeclarations(colors: ColorTokens, tokens: readonly ColorToken[] = COLOR_TOKENS): string {
  return tokens.map((token) => `--${variableName(token)}:${colors[token]}`).join(";");
}

function variableName(token: ColorToken): string {
  return VARIABLE_NAMES[token] ?? token;
}

/** Opacity of the band of a phase on the background, and of the band of the current phase. */
export const BAND_OPACITY = 0.1;
export const CURRENT_BAND_OPACITY = 0.2;

/** Opacity of the cells of the settled phase in the long chart. */
export const CELL_OPACITY = 0.42;

/** Opacity of the segments of the ruler, but the current one. */
export const SEGMENT_OPACITY = 0.22;
