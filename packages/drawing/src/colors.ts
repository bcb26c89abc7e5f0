import type { PhaseKey } from "peak-cycle-model";
import { DARK_FILLS, DARK_PHASES, LIGHT_FILLS, LIGHT_PHASES, PHASE_KEYS } from "./phases.js";

/**
 * Every color of pictures, widgets and pages, in the light and the dark theme. Drawings name them as CSS variables, which
 * are part of pages and of SVG files with `?theme=auto`. `pale` and `band` are opacities: of what is not current on the
 * ruler (and of the current band), and of the other bands.
 */
export type ColorTokens = Readonly<Record<ColorToken, string>>;

/** A phase has the color of its texts, and with `fill-` that of its lines and areas. */
export type ColorToken = PlainToken | PhaseKey | FillToken;

type PlainToken = "background" | "text" | "muted" | "border" | "link" | "accent" | "pale" | "band";
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
  pale: "pale",
  band: "band",
};

/* `@__PURE__` tells the bundler that scripts which have no use for these need not contain them. */

/** `text`, `muted`, `link` and `accent` have a contrast of at least 4.5 to 1 on `background`; a test calculates it. */
export const LIGHT: ColorTokens = /* @__PURE__ */ Object.assign(
  {
    background: "#fff",
    text: "#15181d",
    muted: "#55606e",
    border: "#d9dee5",
    link: "#0b57c4",
    accent: "#8a4300",
    pale: ".26",
    band: ".1",
  },
  LIGHT_PHASES,
  LIGHT_FILLS,
);

export const DARK: ColorTokens = /* @__PURE__ */ Object.assign(
  {
    background: "#101214",
    text: "#eef0f2",
    muted: "#9ba7b4",
    border: "#2f353c",
    link: "#82b4ff",
    accent: "#ffc266",
    pale: ".34",
    band: ".14",
  },
  DARK_PHASES,
  DARK_FILLS,
);

const COLOR_TOKENS: readonly ColorToken[] = /* @__PURE__ */ colorTokens();

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

/** A drawing as text with the colors of a theme in the place of the variables, for programs that know no variables. */
export function withColors(text: string, colors: ColorTokens): string {
  return COLOR_TOKENS.reduce((done, token) => done.replaceAll(CSS_VARIABLES[token], colors[token]), text);
}

/** Opacity of the band of a phase in the long chart, and of the cells of the settled phase there. */
export const BAND_OPACITY = 0.1;
export const CELL_OPACITY = 0.42;
