/** What speaks against publishing: the clock, or a stored history that is not what was signed. */

import { PublishingHeldError } from "../domain/errors.js";
import type { HoldReason, Meters } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

interface HoldsTold {
  readonly log: Log;
  readonly meters?: Pick<Meters, "held"> | undefined;
  /** Shows what holds on the status page. */
  readonly published?: Published;
}

/**
 * While a reason holds, jobs store nothing that stays: they fail with its sentence, and are run again. What was published
 * before stays. Logs one line when a reason begins to hold and one when it ends.
 */
export function publishingHolds({ log, meters, published }: HoldsTold) {
  const details = new Map<HoldReason, string>();
  const show = (reason: HoldReason): void => {
    published?.show({ troubles: [...details.values()] });
    meters?.held(reason, details.has(reason));
  };
  return {
    /** @param detail one plain sentence that is safe to show to anyone; it replaces the last one of this reason */
    hold(reason: HoldReason, detail: string): void {
      if (!details.has(reason)) log.error({ reason, detail }, "publishing is held back");
      details.set(reason, detail);
      show(reason);
    },
    /** Ends a hold, if there is one of this reason. */
    release(reason: HoldReason): void {
      if (!details.delete(reason)) return;
      log.info({ reason }, "publishing goes on");
      show(reason);
    },
    /** The one that has lasted longest first. */
    current: () => [...details].map(([reason, detail]) => ({ reason, detail })),
    /** @throws PublishingHeldError while a reason holds */
    check(): void {
      for (const detail of details.values()) throw new PublishingHeldError(detail);
    },
  };
}

export type PublishingHolds = ReturnType<typeof publishingHolds>;

interface CheckTold {
  readonly log: Log;
  readonly holds: PublishingHolds;
  readonly meters?: Pick<Meters, "compared"> | undefined;
}

/**
 * Tells what each check of the history has found; publishing is held back while something differs.
 *
 * @returns to be called after each check, with the first entry that differs, or `undefined` while all is well
 */
export function contradictionReport({ log, holds, meters }: CheckTold) {
  let logged: string | undefined;
  return (found: { readonly position: number; readonly message: string } | undefined): void => {
    meters?.compared(found === undefined);
    if (found === undefined) holds.release("chain");
    else {
      const { position, message } = found;
      const where = `from entry ${position} on: nothing more is published until it is.`;
      holds.hold("chain", `What is stored is not what was signed, ${where}`);
      if (message !== logged) log.error({ position, reason: message }, "what is stored is not what was signed");
    }
    logged = found?.message;
  };
}
