/**
 * Keeps the track record up to date: computed from all closed days in the worker thread whenever the history changes,
 * and never stored.
 */

import type { DayInputs, TrackRecord } from "peak-cycle-model";
import { errorMessage } from "../domain/errors.js";
import type { Log } from "../platform/log.js";
import { SerialQueue } from "../platform/serial-queue.js";
import type { Published } from "../published/published.js";

/**
 * Computes the record of all closed days as the JSON of a `TrackRecord`; a string is cheapest to pass between threads.
 */
export type MakeRecord = (days: readonly DayInputs[], signal: AbortSignal) => Promise<string>;

/**
 * Computes the record now and after each change of the history, until the signal.
 *
 * @param days all closed days of the published history
 */
export function keepRecord(
  published: Published,
  days: () => readonly DayInputs[],
  makeRecord: MakeRecord,
  log: Log,
  signal: AbortSignal,
): void {
  const queue = new SerialQueue();
  let madeOf = 0;
  const make = async (): Promise<void> => {
    const hasRows = (published.history.get()?.rows.length ?? 0) > 0;
    if (signal.aborted || !hasRows || days().length === madeOf) return;
    try {
      const all = days().map(inputsOf);
      const record: TrackRecord = JSON.parse(await makeRecord(all, signal));
      madeOf = all.length;
      published.record.put(record);
      log.debug({ days: madeOf }, "record computed");
    } catch (error) {
      if (!signal.aborted) log.error({ reason: errorMessage(error) }, "the record could not be computed");
    }
  };
  // One at a time; changes that arrive meanwhile are handled afterwards.
  const makeNext = (): void => {
    void queue.run(make);
  };
  published.history.subscribe(makeNext);
  makeNext();
}

/** Messages to a thread are copied while requests wait; leaving out the source names halves that time. */
function inputsOf({ price, mvrv, fearGreed, dominance, majors }: DayInputs): DayInputs {
  return { price, mvrv, fearGreed, dominance, majors };
}
