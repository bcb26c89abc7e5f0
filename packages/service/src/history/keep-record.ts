import { formatDay } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { ModelState } from "../scoring/model-state.js";
import type { Stores } from "../storage/stores.js";
import type { PublishingCheck } from "./publishing-holds.js";

/**
 * Makes the record of all closed days and stores it, unless the stored one is of these days.
 *
 * @returns whether it did
 * @throws PublishingHeldError while publishing is held back, also when that began while it was made
 */
export async function keepRecord(deps: KeepRecordDeps, signal: AbortSignal): Promise<boolean> {
  const { clock, log, model, stores } = deps;
  if (model.lastDay === undefined) return false;
  const mark = `${formatDay(model.lastDay)} ${deps.programVersion}`;
  if ((await stores.reports.get(RECORD))?.mark === mark) return false;
  deps.checkPublishing();
  const startedAt = clock.now();
  const record = await deps.makeRecord(signal);
  deps.checkPublishing();
  await stores.reports.put(RECORD, mark, record);
  log.info({ day: formatDay(model.lastDay), tookMs: clock.now() - startedAt }, "record made");
  return true;
}

/** The name of the record among the reports. */
export const RECORD = "record";

export interface KeepRecordDeps extends PublishingCheck {
  readonly clock: Clock;
  readonly log: Log;
  readonly stores: Stores;
  readonly model: ModelState;
  /** Another version of the program makes another record. */
  readonly programVersion: string;
  /**
   * Makes the record of all closed days: the JSON of a `TrackRecord`. It takes about a second, in a child process; as
   * text it costs this process least.
   */
  readonly makeRecord: (signal: AbortSignal) => Promise<string>;
}
