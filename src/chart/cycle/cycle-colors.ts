import type { PhaseKey } from "../../domain/score.js";
import { type ColorTokens, CSS_VARIABLES, DARK, LIGHT } from "../colors.js";
import { PHASE_KEYS } from "../locale.js";

/**
 * Colors of the long chart. The phases have two each: the tokens are for text, the fills for lines and areas, with a
 * contrast of at least 3 to 1 on the background; a test calculates it. They are apart from the tokens, since the scripts
 * for other people's pages have no use for them.
 */
export interface CycleColors extends ColorTokens {
  readonly fills: Readonly<Record<PhaseKey, string>>;
  /** Opacity of the cells of the settled phase, 0..1. */
  readonly cellOpacity: string;
}

/** Opacity of the bands of phases that wait for a line. */
export const EMPTY_OPACITY = 0.12;

const LIGHT_FILLS = { FONDO: "#2f6fd6", ACUM: "#0b9488", BULL: "#85950f", HOT: "#dc7308", PEAK: "#c8203c" } as const;
const DARK_FILLS = { FONDO: "#5b9bf5", ACUM: "#2fbfa9", BULL: "#b3c33f", HOT: "#ff9838", PEAK: "#ff5a69" } as const;

export const LIGHT_CYCLE: CycleColors = { ...LIGHT, fills: LIGHT_FILLS, cellOpacity: ".38" };
export const DARK_CYCLE: CycleColors = { ...DARK, fills: DARK_FILLS, cellOpacity: ".57" };

/** One drawing for both themes: each color is a CSS variable. */
export const CYCLE_VARIABLES: CycleColors = {
  ...CSS_VARIABLES,
  fills: Object.fromEntries(PHASE_KEYS.map((phase) => [phase, `var(--fill-${phase})`])) as Record<PhaseKey, string>,
  cellOpacity: "var(--cell)",
};

/** `--fill-FONDO:#2f6fd6;…;--cell:.38`, beside `cssDeclarations` of the tokens. */
export function cycleDeclarations({ fills, cellOpacity }: CycleColors): string {
  return [...PHASE_KEYS.map((phase) => `--fill-${phase}:${fills[phase]}`), `--cell:${cellOpacity}`].join(";");
}
