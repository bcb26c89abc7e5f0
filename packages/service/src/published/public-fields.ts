/** Schemas of fields that several responses share. Their descriptions go into openapi.json and the client's types. */
import { HOUR_MS, PHASES, type PhaseKey, SIGNAL_KEYS, STALE_MS } from "peak-cycle-model";
import * as z from "zod";

/** 0 to 100, one decimal. */
export const score = z.number().min(0).max(100).refine(hasDecimals(1), "one decimal at most");

/** USD, two decimals at most. */
export const price = z.number().positive().refine(hasDecimals(2), "two decimals at most");

/** Two decimals at most. */
export const percent = z.number().min(0).max(100).refine(hasDecimals(2), "two decimals at most");

function hasDecimals(max: number): (value: number) => boolean {
  return (value) => Number(value.toFixed(max)) === value;
}

/** The English label. */
export const phase = z.enum(PHASES.map(({ label }) => label));
export const phaseKey = z.enum(PHASES.map(({ key }) => key));
export const signal = z.enum(SIGNAL_KEYS);

/** A whole number of things, seconds or days. */
export const count = z.int().min(0);

/** A UTC day, and a point in time, both in ISO 8601. */
export const day = z.iso.date();
export const moment = z.iso.datetime();

/** An array of objects. */
export function list<Shape extends z.ZodRawShape>(description: string, fields: Shape) {
  return z.array(z.strictObject(fields)).describe(description);
}

export const stale = z
  .boolean()
  .describe(`true if the score was older than ${STALE_MS / HOUR_MS} hours at the time of the response`);

export const ok = z.literal(true).describe("true; false in every error response");

type PhaseLabel = (typeof PHASES)[number]["label"];

const LABELS = Object.fromEntries(PHASES.map(({ key, label }) => [key, label])) as Readonly<
  Record<PhaseKey, PhaseLabel>
>;

/** The English label of a phase key. */
export function phaseLabel(key: PhaseKey): PhaseLabel {
  return LABELS[key];
}
