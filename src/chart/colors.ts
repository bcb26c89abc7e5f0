import type { PhaseKey } from "../domain/score.js";
import { PHASE_KEYS } from "./locale.js";

/**
 * Every color of pictures, widgets and pages, and the CSS variable that carries it, e.g. `--paper`. The names of the
 * variables are part of pages and of SVG files with `?theme=auto`, so they stay as they were first published.
 */
const VARIABLE_NAMES = {
  background: "paper",
  text: "ink",
  muted: "soft",
  border: "line",
  link: "link",
  accent: "mark",
  FONDO: "FONDO",
  ACUM: "ACUM",
  BULL: "BULL",
  HOT: "HOT",
  PEAK: "PEAK",
} as const;

export type ColorToken = keyof typeof VARIABLE_NAMES;

/** A CSS color for each token. */
export type ColorTokens = Readonly<Record<ColorToken, string>>;

/**
 * `text`, `muted`, `link`, `accent` and the five phases have a contrast of at least 4.5 to 1 on `background`, each phase
 * also on the tint of its own band; a test calculates it.
 */
export const LIGHT: ColorTokens = {
  background: "#fff",
  text: "#222",
  muted: "#567",
  border: "#cde",
  link: "#05a",
  accent: "#840",
  FONDO: "#15a",
  ACUM: "#066",
  BULL: "#561",
  HOT: "#940",
  PEAK: "#a21",
};

export const DARK: ColorTokens = {
  background: "#111",
  text: "#eee",
  muted: "#9ab",
  border: "#333",
  link: "#7bf",
  accent: "#eb3",
  FONDO: "#7be",
  ACUM: "#5cb",
  BULL: "#bc5",
  HOT: "#f94",
  PEAK: "#f87",
};

export const COLOR_TOKENS = /* @__PURE__ */ Object.keys(VARIABLE_NAMES) as readonly ColorToken[];

/** For drawings inside a page: each color is a CSS variable, so that one drawing serves both themes. */
export const CSS_VARIABLES: ColorTokens = /* @__PURE__ */ colorsFrom((token) => `var(--${VARIABLE_NAMES[token]})`);

/** `--paper:#fff;--ink:…`, for the rule that sets a theme. */
export function cssDeclarations(colors: ColorTokens, tokens: readonly ColorToken[] = COLOR_TOKENS): string {
  return tokens.map((token) => `--${VARIABLE_NAMES[token]}:${colors[token]}`).join(";");
}

export function colorsFrom(colorOf: (token: ColorToken) => string): ColorTokens {
  return Object.fromEntries(COLOR_TOKENS.map((token) => [token, colorOf(token)])) as Record<ColorToken, string>;
}

/** Opacity of the band of a phase on the background, and of the band of the current phase. */
export const BAND_OPACITY = 0.12;
export const CURRENT_BAND_OPACITY = 0.2;

/**
 * Colors of the long chart. The phases have two each: the tokens are for text, the fills for lines and areas, with a
 * contrast of at least 3 to 1 on the background; a test calculates it.
 */
export interface CycleColors extends ColorTokens {
  readonly fills: Readonly<Record<PhaseKey, string>>;
  /** Opacity of the cells of the settled phase, 0..1. */
  readonly cellOpacity: string;
}

const LIGHT_FILLS = { FONDO: "#2f6fd6", ACUM: "#0b9488", BULL: "#85950f", HOT: "#dc7308", PEAK: "#c8203c" };
const DARK_FILLS = { FONDO: "#5b9bf5", ACUM: "#2fbfa9", BULL: "#b3c33f", HOT: "#ff9838", PEAK: "#ff5a69" };

/* `@__PURE__` tells the bundler that the scripts for other people's pages, which have no use for them, need not contain them. */
export const LIGHT_CYCLE = /* @__PURE__ */ cycleColors(LIGHT, LIGHT_FILLS, ".38");
export const DARK_CYCLE = /* @__PURE__ */ cycleColors(DARK, DARK_FILLS, ".57");

/** One drawing for both themes: each color is a CSS variable. */
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
