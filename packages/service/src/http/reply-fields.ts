/** The schemas of fields that several answers have: scores, prices, phases and signals. */
import { HOUR_MS, PHASES, type PhaseKey, SIGNAL_KEYS, STALE_MS } from "peak-cycle-model";
import * as z from "zod";

/** 0 to 100, one decimal. */
export function scoreField(description: string) {
  return z.number().min(0).max(100).refine(hasDecimals(1), "one decimal at most").describe(description);
}

/** USD, two decimals at most. */
export function priceField(description: string) {
  return z.number().positive().refine(hasDecimals(2), "two decimals at most").describe(description);
}

/** Percent, two decimals at most. */
export function percentField(description: string) {
  return z.number().min(0).max(100).refine(hasDecimals(2), "two decimals at most").describe(description);
}

export function phaseField(description: string) {
  return z.enum(PHASES.map(({ label }) => label)).describe(description);
}

export function phaseKeyField(description: string) {
  return z.enum(PHASES.map(({ key }) => key)).describe(description);
}

export function signalField(description: string) {
  return z.enum(SIGNAL_KEYS).describe(description);
}

export const staleField = z
  .boolean()
  .describe(`true when the score was older than ${STALE_MS / HOUR_MS} hours at the moment of answering`);

export const okField = z.literal(true).describe("true; false in every failure");

function hasDecimals(max: number): (value: number) => boolean {
  return (value) => Number(value.toFixed(max)) === value;
}

type PhaseLabel = (typeof PHASES)[number]["label"];

const LABELS = Object.fromEntries(PHASES.map(({ key, label }) => [key, label])) as Readonly<
  Record<PhaseKey, PhaseLabel>
>;

/** The English label that goes with a key. */
export function phaseLabel(key: PhaseKey): PhaseLabel {
  return LABELS[key];
}
