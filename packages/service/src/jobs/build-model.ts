/** The model over closed days. */
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { CycleModel } from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";

/**
 * Days appended to the model at a time, in 1 ms once the code is compiled and 10 ms in the first minutes; requests are
 * served in between.
 */
const DAYS_AT_ONCE = 150;

/** Builds a model that has read these days; each run of a job builds its own, which it may extend. */
export async function buildModel(days: readonly ClosedDay[]): Promise<CycleModel> {
  const model = new CycleModel();
  for (const [i, day] of days.entries()) {
    if (i % DAYS_AT_ONCE === 0) await yieldToRequests();
    model.append(day);
  }
  return model;
}
