import type { Instant } from "../domain/instant.js";
import type { Clock } from "./ports.js";

/** Why a call was ended by time. */
export class CallTooLong extends Error {}

/** The end of one call, by time or by its caller. */
export interface CallDeadline {
  /** Aborts when time is up or when the caller's signal does. */
  readonly signal: AbortSignal;
  readonly endsAt: Instant;
  /** Ends the timer and lets go of the caller's signal. */
  release(): void;
}

/** Starts a deadline `ms` from now. Unlike `AbortSignal.any`, it leaves nothing behind on a signal that lives as long as the process. */
export function callDeadline(clock: Clock, ms: number, caller: AbortSignal): CallDeadline {
  const both = new AbortController();
  const timer = new AbortController();
  const onAbort = () => both.abort(caller.reason);
  if (caller.aborted) onAbort();
  caller.addEventListener("abort", onAbort, { once: true });
  clock.sleep(ms, timer.signal).then(
    () => both.abort(new CallTooLong("the call took too long")),
    () => undefined,
  );
  return {
    signal: both.signal,
    endsAt: (clock.now() + ms) as Instant,
    release() {
      caller.removeEventListener("abort", onAbort);
      timer.abort();
    },
  };
}
