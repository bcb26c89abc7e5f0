import type { Context } from "./context.js";
import type { PhaseKey } from "./phase.js";

export type Signal = "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";

/** Signals without a flag, and with either flag up. Source: docs/method.md#signal. */
const SIGNALS: Readonly<Record<PhaseKey, readonly [calm: Signal, flagged: Signal]>> = {
  FONDO: ["ACCUMULATE", "HOLD"],
  ACUM: ["ACCUMULATE", "HOLD"],
  BULL: ["HOLD", "CAUTION"],
  HOT: ["CAUTION", "REDUCE"],
  PEAK: ["REDUCE", "REDUCE"],
};

/** The signal that goes with a phase and the flags. */
export function signalOf(phase: PhaseKey, context: Context): Signal {
  const [calm, flagged] = SIGNALS[phase];
  return context.descentGuard === null && context.topRisk === null ? calm : flagged;
}
