/**
 * The five phases as drawings, widgets and pages show them. Each table stands alone, so that a script contains only
 * those that it shows.
 */
import type { PhaseKey } from "peak-cycle-model";

type PerPhase = Readonly<Record<PhaseKey, string>>;

/** In the order of `LANGUAGES`, separated by bars. */
export const PHASE_NAMES: PerPhase = {
  FONDO: "Bottom|Fondo|Fundo|Boden|Creux",
  ACUM: "Accumulation|Acumulación|Acumulação|Akkumulation|Accumulation",
  BULL: "Bull Active|Alcista|Mercado de alta|Bullenmarkt|Hausse",
  HOT: "Hot Zone|Zona caliente|Zona quente|Heiße Zone|Zone chaude",
  PEAK: "Peak|Pico|Pico|Gipfel|Sommet",
};

/** Where there is little room; the others are short. */
export const SHORT_NAMES: Partial<PerPhase> = {
  ACUM: "Accum.|Acum.|Acum.|Akkum.|Accum.",
  BULL: "Bull|Alcista|Alta|Bullen|Hausse",
  HOT: "Hot|Caliente|Quente|Heiß|Chaud",
};

/** Lowest first. Taken from the names, so that a script need not contain the model's; a test compares them. */
export const PHASE_KEYS = /* @__PURE__ */ Object.keys(PHASE_NAMES) as readonly PhaseKey[];

/** Each with its least score and the least one of the next phase: fifths of the scale, as in the model. */
export const PHASES = /* @__PURE__ */ PHASE_KEYS.map((key, i) => ({ key, from: 20 * i, to: 20 * i + 20 }));
