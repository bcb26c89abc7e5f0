/** The five phases as drawings, widgets and pages show them. */
import type { PhaseKey } from "peak-cycle-model";
import { PHASE_NAMES } from "./locales/words.js";

/** Lowest first. Taken from the names, so that a script need not contain the model's; a test compares them. */
export const PHASE_KEYS = /* @__PURE__ */ Object.keys(PHASE_NAMES) as readonly PhaseKey[];

/** Each with its least score and the least one of the next phase: fifths of the scale, as in the model. */
export const PHASES = /* @__PURE__ */ PHASE_KEYS.map((key, i) => ({ key, from: 20 * i, to: 20 * i + 20 }));
