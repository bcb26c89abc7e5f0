/** Every color of pictures, widgets and pages has one of these names. */
export const COLORS = ["paper", "ink", "soft", "line", "link", "mark", "FONDO", "ACUM", "BULL", "HOT", "PEAK"] as const;

export type Color = (typeof COLORS)[number];

/** What a drawing is drawn with: a CSS color for each name. */
export type Ink = Readonly<Record<Color, string>>;

/**
 * `ink`, `soft`, `link`, `mark` and the five phases have at least 4.5 to 1 on `paper`, each phase also on the tint of
 * its own band; a test calculates it.
 */
export const LIGHT: Ink = {
  paper: "#fff",
  ink: "#222",
  soft: "#567",
  line: "#cde",
  link: "#05a",
  mark: "#840",
  FONDO: "#15a",
  ACUM: "#066",
  BULL: "#561",
  HOT: "#940",
  PEAK: "#a21",
};

export const DARK: Ink = {
  paper: "#111",
  ink: "#eee",
  soft: "#9ab",
  line: "#333",
  link: "#7bf",
  mark: "#eb3",
  FONDO: "#7be",
  ACUM: "#5cb",
  BULL: "#bc5",
  HOT: "#f94",
  PEAK: "#f87",
};

/** For trees inside a page: each color is a CSS variable, so that one tree serves both themes. */
export const VARIABLES: Ink = /* @__PURE__ */ inkOf((color) => `var(--${color})`);

/** `--paper:#fff;--ink:…`, for the rule that sets a theme. */
export function declarations(ink: Ink): string {
  return COLORS.map((color) => `--${color}:${ink[color]}`).join(";");
}

function inkOf(make: (color: Color) => string): Ink {
  return Object.fromEntries(COLORS.map((color) => [color, make(color)])) as Record<Color, string>;
}
