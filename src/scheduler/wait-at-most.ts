import type { Clock } from "../operations/ports.js";

/** Waits until something is done that cannot fail, or for `ms`, whichever comes first; leaves no timer behind. */
export async function waitAtMost(clock: Pick<Clock, "sleep">, ms: number, done: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  const waited = clock.sleep(ms, enough.signal).catch(() => undefined);
  await Promise.race([done, waited]);
  enough.abort();
}
