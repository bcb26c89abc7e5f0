import { z } from "zod";
import { PHASES } from "../../domain/phase.js";

/** 0 to 100, one decimal. */
export const scoreField = z.number().min(0).max(100).refine(hasDecimals(1), "one decimal at most");

/** USD, two decimals at most. */
export const priceField = z.number().positive().refine(hasDecimals(2), "two decimals at most");

/** Percent, two decimals at most. */
export const percentField = z.number().min(0).max(100).refine(hasDecimals(2), "two decimals at most");

export const phaseField = z.enum(PHASES.map(({ label }) => label));

export const phaseKeyField = z.enum(PHASES.map(({ key }) => key));

function hasDecimals(most: number): (value: number) => boolean {
  return (value) => Number(value.toFixed(most)) === value;
}
