import { trackRecord } from "../backtest/compute-track-record.js";
import type { TrackRecord } from "../backtest/track-record.js";
import { type Config, parseConfig } from "../config.js";
import { ConfigError } from "../domain/errors.js";
import { openStoresForReading } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** `peak record`: makes the record of all closed days for the process that answers, beside it on the same database. */
export async function record({ env, parent, stop }: ProcessContext): Promise<void> {
  if (parent === undefined) throw new ConfigError(["`peak record` is a part of `peak serve`; see `peak backtest`"]);
  try {
    const made = await recordOfStored(parseConfig(env));
    if (made !== undefined) await parent.send(JSON.stringify(made));
  } catch (error) {
    if (!stop.aborted) throw error; // else nobody waits for the record any more
  }
}

/** The record of all closed days, read beside a running service. @returns `undefined` while there are none */
async function recordOfStored(config: Config): Promise<TrackRecord | undefined> {
  const stores = await openStoresForReading(config);
  if (stores === undefined) return undefined;
  try {
    const days = await stores.days.closedDays();
    return days.length === 0 ? undefined : trackRecord(days);
  } finally {
    await stores.close();
  }
}
