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
