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
  let last = Promise.resolve();
  let madeOf = 0;
  const make = async (): Promise<void> => {
    const hasRows = (published.history.get()?.rows.length ?? 0) > 0;
    if (signal.aborted || !hasRows || days().length === madeOf) return;
    try {
      const all = days().map(inputsOf);
      const record: TrackRecord = JSON.parse(await makeRecord(all, signal));
      madeOf = all.length;
      published.record.put(record);
      log.debug({ days: madeOf }, "record made");
    } catch (error) {
      if (!signal.aborted) log.error({ reason: errorMessage(error) }, "the record could not be made");
    }
  };
  // One after the other: what has changed meanwhile is looked at afterwards.
  const makeNext = (): void => {
    last = last.then(make);
  };
  published.history.subscribe(makeNext);
  makeNext();
}

/** What a thread is sent is copied while requests wait: without the names of the sources, that takes half the time. */
function inputsOf({ price, mvrv, fearGreed, dominance, majors }: DayInputs): DayInputs {
  return { price, mvrv, fearGreed, dominance, majors };
}
