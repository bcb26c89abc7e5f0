/** What speaks against publishing: the clock, or a stored history that is not what was signed. */

import { PublishingHeldError } from "../domain/errors.js";
import type { HoldReason } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";

/**
 * While a reason holds, jobs store nothing that stays: they fail with its sentence, and are run again. What was
 * published before stays. Logs one line when a reason begins to hold and one when it ends.
 *
 * @param published shows what holds on the status page
 */
export function publishingHolds(log: Log, published?: Published) {
  const details = new Map<HoldReason, string>();
  const show = (): void => published?.show({ troubles: [...details.values()] });
  return {
    /** @param detail one plain sentence that is safe to show to anyone; it replaces the last one of this reason */
    hold(reason: HoldReason, detail: string): void {
      if (!details.has(reason)) log.error({ reason, detail }, "publishing is held back");
      details.set(reason, detail);
      show();
    },
    /** Ends a hold, if there is one of this reason. */
    release(reason: HoldReason): void {
      if (!details.delete(reason)) return;
      log.info({ reason }, "publishing goes on");
      show();
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

/**
 * Tells what each check of the history has found; publishing is held back while something differs.
 *
 * @returns to be called after each check, with the first entry that differs, or `undefined` while all is well
 */
export function contradictionReport(log: Log, holds: PublishingHolds) {
  let logged: string | undefined;
  return (found: { readonly position: number; readonly message: string } | undefined): void => {
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
