import { published } from "./score.js";

/** A score as it is written: one decimal. */
export function scoreNumber(score: number): number {
  return finite(published(score));
}

/** A price or a share: two decimals at most. */
export function twoDecimals(value: number): number {
  return finite(Math.round(value * 100) / 100);
}

/** An integer. */
export function wholeNumber(value: number): number {
  return finite(Math.round(value));
}

/** @throws RangeError for NaN and infinities, which JSON would turn into null */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError("a published number must be finite");
  return value;
}
