/** Signals that stop a process, and the deadline for its end. */

import type { EventEmitter } from "node:events";

/**
 * A process that has not ended this long after a signal exits anyway, because supervisors kill after ten seconds. This
 * cuts off whatever is in progress, such as waiting for a migration lock; a kill is safe at any time.
 */
const EXIT_AFTER_MS = 9000;

/** npm passes on a Ctrl-C that the terminal has sent to us as well: two within this time count as one. */
const SAME_SIGNAL_MS = 500;

/**
 * Turns the first SIGTERM or SIGINT into an abort. A second one, or a timeout, ends the process with code 1.
 *
 * @param process emits the signals
 * @param exit ends the process
 */
export function stopOnSignals(process: EventEmitter, exit: (code: number) => void): AbortSignal {
  const stop = new AbortController();
  let stoppedAt = 0;
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      if (stop.signal.aborted && performance.now() - stoppedAt > SAME_SIGNAL_MS) exit(1);
      if (stop.signal.aborted) return;
      stoppedAt = performance.now();
      stop.abort(new Error(`stopped by ${signal}`));
      setTimeout(() => exit(1), EXIT_AFTER_MS).unref();
    });
  }
  return stop.signal;
}
