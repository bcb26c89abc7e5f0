import { MAX_SCORE, PHASES as MODEL_PHASES, type PhaseKey } from "peak-cycle-model";

/**
 * The five phases as all drawings, widgets and pages show them, lowest first, with the bounds of the model. Their names and colors are
 * constants of their own in this file, so that a script contains only those that it shows.
 */
export const PHASES: readonly DrawnPhase[] = /* @__PURE__ */ MODEL_PHASES.map(({ key, from }, i) => ({
  key,
  from,
  to: MODEL_PHASES[i + 1]?.from ?? MAX_SCORE,
}));

interface DrawnPhase {
  readonly key: PhaseKey;
  /** Its least score, and the least one of the next phase. */
  readonly from: number;
  readonly to: number;
}

type PerPhase = Readonly<Record<PhaseKey, string>>;

/** In the order of `LANGUAGES`, separated by bars. */
export const PHASE_NAMES: PerPhase = {
  FONDO: "Bottom|Fondo|Fundo|Boden|Creux",
  ACUM: "Accumulation|Acumulación|Acumulação|Akkumulation|Accumulation",
  BULL: "Bull Active|Alcista|Mercado de alta|Bullenmarkt|Hausse",
  HOT: "Hot Zone|Zona caliente|Zona quente|Heiße Zone|Zone chaude",
  PEAK: "Peak|Pico|Pico|Gipfel|Sommet",
};

/** Taken from the names, so that a script without bounds need not contain those; a test compares the order with the model's. */
export const PHASE_KEYS = /* @__PURE__ */ Object.keys(PHASE_NAMES) as readonly PhaseKey[];

/** Colors of texts and bands: at least 4.5 to 1 on the background, and on the tint of the own band; a test calculates it. */
export const LIGHT_PHASES: PerPhase = { FONDO: "#15a", ACUM: "#066", BULL: "#561", HOT: "#940", PEAK: "#a21" };
export const DARK_PHASES: PerPhase = { FONDO: "#7be", ACUM: "#5cb", BULL: "#bc5", HOT: "#f94", PEAK: "#f87" };

/** Colors of lines and areas of the long chart: at least 3 to 1 on the background. */
export const LIGHT_FILLS: PerPhase = {
  FONDO: "#2f6fd6",
  ACUM: "#0b9488",
  BULL: "#85950f",
  HOT: "#dc7308",
  PEAK: "#c8203c",
};
export const DARK_FILLS: PerPhase = {
  FONDO: "#5b9bf5",
  ACUM: "#2fbfa9",
  BULL: "#b3c33f",
  HOT: "#ff9838",
  PEAK: "#ff5a69",
};
