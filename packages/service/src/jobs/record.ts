/** The record: made from all closed days when the history has changed, in the worker thread, and never stored. */

import type { DayInputs, TrackRecord } from "peak-cycle-model";
import { errorMessage } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

/** Makes the record of all closed days, the JSON of a `TrackRecord`; as text it costs this process least. */
export type MakeRecord = (days: readonly DayInputs[], signal: AbortSignal) => Promise<string>;

/**
 * Makes the record now, and again after each change of the history, until the signal.
 *
 * @param days all closed days of the history that is published
 */
export function keepRecord(
  published: Published,
  days: () => readonly DayInputs[],
  makeRecord: MakeRecord,
  log: Log,
  signal: AbortSignal,
): void {
  let isRunning = false;
  let madeOf = 0;
  const isDue = (): boolean =>
    !signal.aborted && (published.history.get()?.rows.length ?? 0) > 0 && days().length !== madeOf;
  const make = async (): Promise<void> => {
    if (isRunning) return; // what changes meanwhile is looked at afterwards
    isRunning = true;
    try {
      while (isDue()) {
        const all = days().map(inputsOf);
        const record: TrackRecord = JSON.parse(await makeRecord(all, signal));
        madeOf = all.length;
        published.record.put(record);
        log.debug({ days: madeOf }, "record made");
      }
    } catch (error) {
      if (!signal.aborted) log.error({ reason: errorMessage(error) }, "the record could not be made");
    } finally {
      isRunning = false;
    }
  };
  published.history.subscribe(() => void make());
  void make();
}

/** What a thread is sent is copied while requests wait: without the names of the sources, that takes half the time. */
function inputsOf({ price, mvrv, fearGreed, dominance, majors }: DayInputs): DayInputs {
  return { price, mvrv, fearGreed, dominance, majors };
}
