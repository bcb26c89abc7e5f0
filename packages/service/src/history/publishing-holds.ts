/** What holds publishing back, and how it is told that the stored history is not what was signed. */

import type { Instant } from "peak-cycle-model";
import { PublishingHeldError } from "../domain/errors.js";
import type { HoldReason, Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../publish/published.js";

/**
 * The one place that says whether this process may publish: while a reason holds, no day is closed, no history row and no
 * hourly score is stored, and nothing is signed. What was published before stays, and so does what is shown. Logs one
 * line when a reason begins to hold and one when it ends.
 */
export function publishingHolds({ clock, log, meters, published }: PublishingHoldsDeps) {
  const holds = new Map<HoldReason, PublishingHold>();
  const current = (): readonly PublishingHold[] => [...holds.values()];
  const publish = () => published?.show({ troubles: current().map(({ detail }) => detail) });
  return {
    /** Holds from now on. Of a reason that holds already, the detail is replaced. */
    hold(reason: HoldReason, detail: string): void {
      const begun = holds.get(reason);
      holds.set(reason, { reason, since: begun?.since ?? clock.now(), detail });
      publish();
      if (begun !== undefined) return;
      log.error({ reason, detail }, "publishing is held back");
      meters?.held(reason, true);
    },
    /** Ends a hold; does nothing when there is none of this reason. */
    release(reason: HoldReason): void {
      if (!holds.delete(reason)) return;
      publish();
      log.info({ reason }, "publishing goes on");
      meters?.held(reason, false);
    },
    /** What holds now, the longest first. */
    current,
    /** Called right before anything is stored that stays for ever. @throws PublishingHeldError while a reason holds */
    check(): void {
      const [first] = current();
      if (first !== undefined) throw new PublishingHeldError(first.detail);
    },
  };
}

export type PublishingHolds = ReturnType<typeof publishingHolds>;

interface PublishingHoldsDeps {
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly meters?: Pick<Meters, "held"> | undefined;
  /** Shows what holds on the status page. */
  readonly published?: Published;
}

/** Why nothing is published now. */
export interface PublishingHold {
  readonly reason: HoldReason;
  readonly since: Instant;
  /** One plain sentence that is safe to show to anyone. */
  readonly detail: string;
}

/** Where what is stored is not what was signed. */
export interface Contradiction {
  /** Of the first entry that differs. */
  readonly position: number;
  readonly message: string;
}

export interface ContradictionReportDeps {
  readonly log: Log;
  /** Publishing is held back for the reason `chain` while something differs. */
  readonly holds: PublishingHolds;
  readonly meters?: Pick<Meters, "compared"> | undefined;
}

/**
 * Reports what each check of the history has found, to the log, the metrics and what holds publishing back.
 *
 * @returns to be called after each check, with `undefined` while all is well
 */
export function contradictionReport({ log, holds, meters }: ContradictionReportDeps) {
  let logged: string | undefined;
  return (found: Contradiction | undefined): void => {
    meters?.compared(found === undefined);
    if (found === undefined) holds.release("chain");
    else holds.hold("chain", sentenceOf(found));
    if (found !== undefined && found.message !== logged) {
      log.error({ position: found.position, reason: found.message }, "what is stored is not what was signed");
    }
    logged = found?.message;
  };
}

function sentenceOf({ position }: Contradiction): string {
  return `What is stored is not what was signed, from entry ${position} on: nothing more is published until it is.`;
}
