/** Waiting, with a limit: pauses between retries, deadlines, and calls that end with their caller. */

import { SECOND_MS } from "peak-cycle-model";
import type { Clock } from "./clock.js";

/** The pause before a retry: `firstMs` at first, twice as long each time, at most `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before another attempt: between half and the whole of the doubled pause, so that processes that lost
 * the same server do not come back at the same moment.
 *
 * @param attempt 0 for the first retry
 * @param random 0 <= random < 1
 */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random: number): number {
  return Math.round(Math.min(firstMs * 2 ** Math.min(attempt, 10), maxMs) * (0.5 + random / 2));
}

/** Waits until something is done, or for `ms`, whichever comes first. @throws what it failed with */
export async function waitAtMost(clock: Pick<Clock, "sleep">, ms: number, done: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const sleep = clock.sleep(ms, timer.signal).catch(() => undefined);
  await Promise.race([done, sleep]).finally(() => timer.abort());
}

/**
 * Runs a call whose signal aborts when time is up or when the caller's does. A call that does not end a second after
 * its time was up is no longer waited for: something hangs in it.
 *
 * @param late the reason of the abort when the call takes longer than `ms`
 * @returns what the call returned, also when it did so after the abort
 * @throws the caller's reason or `late` when the call fails after an abort, whatever it fails with; else what it threw
 */
export async function callWithin<T>(
  clock: Pick<Clock, "sleep">,
  { ms, late }: { readonly ms: number; readonly late: Error },
  caller: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return callUntil(caller, async (signal, end) => {
    const timer = new AbortController();
    const timeIsUp = async (): Promise<never> => {
      await clock.sleep(ms, timer.signal);
      end(late);
      await clock.sleep(HANG_MS, timer.signal);
      throw late;
    };
    const hanging = timeIsUp();
    hanging.catch(() => undefined); // nobody waits for it once the call has ended
    try {
      return await Promise.race([call(signal), hanging]);
    } catch (error) {
      caller.throwIfAborted();
      signal.throwIfAborted();
      throw error;
    } finally {
      timer.abort();
    }
  });
}

/** A call ends within a turn of the event loop after its signal has aborted, or not at all. */
const HANG_MS = SECOND_MS;

/**
 * Runs a call whose signal aborts when the caller's does, or by `end`. `AbortSignal.any` would leave 1.2 kB behind with
 * each call on a signal that lives as long as the process (Node 24.21).
 */
export async function callUntil<T>(
  caller: AbortSignal,
  call: (signal: AbortSignal, end: (reason: Error) => void) => Promise<T>,
): Promise<T> {
  const both = new AbortController();
  const onAbort = (): void => both.abort(caller.reason);
  if (caller.aborted) onAbort();
  caller.addEventListener("abort", onAbort, { once: true });
  try {
    return await call(both.signal, (reason) => both.abort(reason));
  } finally {
    caller.removeEventListener("abort", onAbort);
  }
}
