/** Bounded waiting: backoff, deadlines, and calls that are aborted with their caller. */

import { SECOND_MS } from "peak-cycle-model";
import type { Clock } from "./clock.js";

/** Backoff: `firstMs` before the first retry, doubled each time, at most `maxMs`. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * How long to wait before a retry: between half and all of the doubled pause, so that processes that lost the same
 * server do not all reconnect at once.
 *
 * @param attempt 0 for the first retry
 * @param random 0 <= random < 1
 */
export function backoffMs({ firstMs, maxMs }: Backoff, attempt: number, random: number): number {
  return Math.round(Math.min(firstMs * 2 ** Math.min(attempt, 10), maxMs) * (0.5 + random / 2));
}

/** Waits for a promise, but at most for `ms`. @throws what the promise rejects with */
export async function waitAtMost(clock: Clock, ms: number, done: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const sleep = clock.sleep(ms, timer.signal).catch(() => undefined);
  await Promise.race([done, sleep]).finally(() => timer.abort());
}

/**
 * Runs a call whose signal aborts when time is up or when the caller's signal aborts. If it has not ended a second
 * after its time was up, it hangs and is abandoned.
 *
 * @param late the abort reason if the call takes longer than `ms`
 * @returns what the call returns, even after the abort
 * @throws the caller's reason or `late` if the call fails after an abort; otherwise what it threw
 */
export async function callWithin<T>(
  clock: Clock,
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
    hanging.catch(() => undefined); // nothing awaits it once the call has ended
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

/** A call ends within one turn of the event loop after its signal aborted, or it hangs. */
const HANG_MS = SECOND_MS;

/**
 * Runs a call whose signal aborts with the caller's, or through `end`. `AbortSignal.any` leaks 1.2 kB per call on a
 * signal that lives as long as the process (Node 24.21).
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

/** Settles like the promise, but rejects with the signal's reason as soon as it aborts. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
