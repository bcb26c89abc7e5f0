import type { PhaseKey } from "peak-cycle-model";
import { DARK_FILLS, DARK_PHASES, LIGHT_FILLS, LIGHT_PHASES, PHASE_KEYS } from "./phases.js";

/**
 * Every color of pictures, widgets and pages: in the light and the dark theme, and as CSS variables. The names of the
 * variables are part of pages and of SVG files with `?theme=auto`.
 */
export type ColorTokens = Readonly<Record<ColorToken, string>>;

export type ColorToken = PlainToken | PhaseKey;

type PlainToken = "background" | "text" | "muted" | "border" | "link" | "accent";

/** The CSS variables, without dashes; a phase has that of its key, e.g. `--HOT`. */
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
  { background: "#fff", text: "#222", muted: "#567", border: "#cde", link: "#05a", accent: "#840" },
  LIGHT_PHASES,
);

export const DARK: ColorTokens = /* @__PURE__ */ Object.assign(
  { background: "#111", text: "#eee", muted: "#9ab", border: "#333", link: "#7bf", accent: "#eb3" },
  DARK_PHASES,
);

export const COLOR_TOKENS: readonly ColorToken[] = /* @__PURE__ */ colorTokens();

function colorTokens(): readonly ColorToken[] {
  return [...(Object.keys(VARIABLE_NAMES) as PlainToken[]), ...PHASE_KEYS];
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
export const BAND_OPACITY = 0.12;
export const CURRENT_BAND_OPACITY = 0.2;

/** Colors of the long chart: the tokens are for its texts, the fills for lines and areas in the color of a phase. */
export interface CycleColors extends ColorTokens {
  readonly fills: Readonly<Record<PhaseKey, string>>;
  /** Opacity of the cells of the settled phase, 0..1. */
  readonly cellOpacity: string;
}

export const LIGHT_CYCLE = /* @__PURE__ */ cycleColors(LIGHT, LIGHT_FILLS, ".38");
export const DARK_CYCLE = /* @__PURE__ */ cycleColors(DARK, DARK_FILLS, ".57");

/** One drawing of the long chart for both themes: each color is a CSS variable. */
export const CYCLE_VARIABLES = /* @__PURE__ */ cycleColors(
  CSS_VARIABLES,
  /* @__PURE__ */ fillVariables(),
  "var(--cell)",
);

function cycleColors(tokens: ColorTokens, fills: CycleColors["fills"], cellOpacity: string): CycleColors {
  return { ...tokens, fills, cellOpacity };
}

function fillVariables(): CycleColors["fills"] {
  return Object.fromEntries(PHASE_KEYS.map((phase) => [phase, `var(--fill-${phase})`])) as Record<PhaseKey, string>;
}

/** `--fill-FONDO:#2f6fd6;…;--cell:.38`, beside `cssDeclarations` of the tokens. */
export function cycleDeclarations({ fills, cellOpacity }: CycleColors): string {
  return [...PHASE_KEYS.map((phase) => `--fill-${phase}:${fills[phase]}`), `--cell:${cellOpacity}`].join(";");
}
