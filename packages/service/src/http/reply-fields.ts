/** The schemas of fields that several answers have. Their descriptions go to openapi.json and to the client's types. */
import { HOUR_MS, PHASES, type PhaseKey, SIGNAL_KEYS, STALE_MS } from "peak-cycle-model";
import * as z from "zod";

/** 0 to 100, one decimal. */
export function score(description: string) {
  return z.number().min(0).max(100).refine(hasDecimals(1), "one decimal at most").describe(description);
}

/** USD, two decimals at most. */
export function price(description: string) {
  return z.number().positive().refine(hasDecimals(2), "two decimals at most").describe(description);
}

/** Percent, two decimals at most. */
export function percent(description: string) {
  return z.number().min(0).max(100).refine(hasDecimals(2), "two decimals at most").describe(description);
}

function hasDecimals(max: number): (value: number) => boolean {
  return (value) => Number(value.toFixed(max)) === value;
}

export function phase(description: string) {
  return z.enum(PHASES.map(({ label }) => label)).describe(description);
}

export function phaseKey(description: string) {
  return z.enum(PHASES.map(({ key }) => key)).describe(description);
}

export function signal(description: string) {
  return z.enum(SIGNAL_KEYS).describe(description);
}

export function text(description: string) {
  return z.string().describe(description);
}

export function flag(description: string) {
  return z.boolean().describe(description);
}

/** A whole number of things, or of seconds or days. */
export function count(description: string, least = 0) {
  return z.int().min(least).describe(description);
}

/** A UTC day. */
export function day(description: string) {
  return z.iso.date().describe(description);
}

/** A moment, ISO 8601 in UTC. */
export function moment(description: string) {
  return z.iso.datetime().describe(description);
}

/** Several objects with the same fields. */
export function list<Shape extends z.ZodRawShape>(description: string, fields: Shape) {
  return z.array(z.strictObject(fields)).describe(description);
}

export const stale = flag(`true when the score was older than ${STALE_MS / HOUR_MS} hours at the moment of answering`);

export const ok = z.literal(true).describe("true; false in every failure");

type PhaseLabel = (typeof PHASES)[number]["label"];

const LABELS = Object.fromEntries(PHASES.map(({ key, label }) => [key, label])) as Readonly<
  Record<PhaseKey, PhaseLabel>
>;

/** The English label that goes with a key. */
export function phaseLabel(key: PhaseKey): PhaseLabel {
  return LABELS[key];
}
