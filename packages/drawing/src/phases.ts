/** The five phases as all drawings, widgets and pages show them. Each table stands alone, so that a script contains only those that it shows. */
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

/** Taken from the names, so that a script without bounds need not contain those; a test compares the order with the model's. */
export const PHASE_KEYS = /* @__PURE__ */ Object.keys(PHASE_NAMES) as readonly PhaseKey[];

/** Lowest first, with the bounds of the model, fifths of the scale: a test compares them. Taken from there, each script would hold its labels too. */
export const PHASES: readonly DrawnPhase[] = /* @__PURE__ */ PHASE_KEYS.map((key, i) => ({
  key,
  from: 20 * i,
  to: 20 * i + 20,
}));

interface DrawnPhase {
  readonly key: PhaseKey;
  /** Its least score, and the least one of the next phase. */
  readonly from: number;
  readonly to: number;
}

/** Colors of texts: at least 4.5 to 1 on the background, and on the tint of the own band; a test calculates it. */
export const LIGHT_PHASES: PerPhase = {
  FONDO: "#1f43b8",
  ACUM: "#04606d",
  BULL: "#3d5e08",
  HOT: "#8a4300",
  PEAK: "#98134f",
};
export const DARK_PHASES: PerPhase = {
  FONDO: "#8fb0ff",
  ACUM: "#62d8ee",
  BULL: "#dbe680",
  HOT: "#ffb066",
  PEAK: "#ff8fb3",
};

/**
 * Colors of lines, bands and areas: any two at least 15 apart for whoever sees no green (CIEDE2000), and at least 3 to 1 on the
 * background. On dark, an orange like #f08c2e would be 12.9 from Bull; this one is 16.6 from it, and 18.0 from Peak.
 */
export const LIGHT_FILLS: PerFill = {
  "fill-FONDO": "#2f56d9",
  "fill-ACUM": "#06a0b4",
  "fill-BULL": "#3d5e08",
  "fill-HOT": "#dd7606",
  "fill-PEAK": "#bb1e63",
};
export const DARK_FILLS: PerFill = {
  "fill-FONDO": "#4a78f0",
  "fill-ACUM": "#38c9e6",
  "fill-BULL": "#d9e57a",
  "fill-HOT": "#e8791c",
  "fill-PEAK": "#e0386a",
};

type PerFill = Readonly<Record<`fill-${PhaseKey}`, string>>;
