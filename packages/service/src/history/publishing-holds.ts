/** What holds publishing back, and how it is told that the stored history is not what was signed. */

import { formatDay, type Instant, type UtcDay } from "peak-cycle-model";
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

/** What a job calls right before it stores what stays for ever, or posts it. */
export interface PublishingCheck {
  /** @throws PublishingHeldError while nothing may be published */
  readonly checkPublishing: () => void;
}

/**
 * Checks the history where it may contradict what was signed: then what was shown before stays.
 *
 * @returns whether it does not
 */
export async function unlessHeld(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof PublishingHeldError) return false;
    throw error;
  }
}

/** Where what is stored is not what was signed. */
export interface Contradiction {
  /** The first day that differs; `undefined` when what differs is not about one. */
  readonly day: UtcDay | undefined;
  /** What differs there; for the operator, since it may repeat stored data. */
  readonly fault: string;
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
    meters?.compared(found === undefined, found?.day);
    if (found === undefined) holds.release("chain");
    else holds.hold("chain", sentenceOf(found));
    if (found !== undefined && found.fault !== logged) {
      const facts = { day: found.day && formatDay(found.day), fault: found.fault };
      log.error(facts, "what is stored is not what was signed");
    }
    logged = found?.fault;
  };
}

/** For anyone: what differs may repeat what somebody has written into the database. */
function sentenceOf({ day }: Contradiction): string {
  const from = day === undefined ? "" : `, from ${formatDay(day)} on`;
  return `What is stored is not what was signed${from}: nothing more is published until it is.`;
}
