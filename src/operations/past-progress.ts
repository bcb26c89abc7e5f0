import { formatDay, parseDay } from "../domain/instant.js";
import { STEPS, stepMark } from "./backfill-steps.js";
import { newestRowDay } from "./history-row.js";
import type { Clock, LogFields } from "./ports.js";
import type { Stores } from "./store-ports.js";

/**
 * How far the first fetch has come, whichever process does it: the newest day of the part under way, or of the history.
 */
export async function pastProgress({ installation, days }: Stores, clock: Clock): Promise<LogFields> {
  const wanted = newestRowDay(clock.now());
  let reached: LogFields = { part: "none" };
  for (const step of STEPS) {
    const day = parseDay((await installation.get(stepMark(step))) ?? "");
    if (day === undefined) continue;
    reached = { part: step.metric, upTo: formatDay(day) };
    if (day < wanted) return reached;
  }
  const closed = await days.lastClosedDay();
  return closed === undefined ? reached : { part: "history", upTo: formatDay(closed) };
}
