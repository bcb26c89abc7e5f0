import type { DayInputs } from "../domain/day.js";
import { MAJORS } from "../domain/observation.js";

/** @throws RangeError for a number that is not finite or not possible: the caller has a bug, not the data */
export function checkInputs(inputs: DayInputs): void {
  checkPositive("price", inputs.price);
  checkPositive("mvrv", inputs.mvrv);
  for (const major of MAJORS) checkPositive(major, inputs.majors[major]);
  checkPercent("fearGreed", inputs.fearGreed);
  checkPercent("dominance", inputs.dominance);
}

function checkPositive(name: string, value: number | undefined): void {
  if (value === undefined || (value > 0 && Number.isFinite(value))) return;
  throw new RangeError(`${name} must be finite and above 0, got ${value}`);
}

function checkPercent(name: string, value: number | undefined): void {
  if (value === undefined || (value >= 0 && value <= 100)) return;
  throw new RangeError(`${name} must lie in 0..100, got ${value}`);
}
