import { formatDay, type UtcDay } from "../domain/instant.js";
import type { Log, Meters } from "./ports.js";
import type { PublishingHolds } from "./publishing-holds.js";

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
  readonly holds: Pick<PublishingHolds, "hold" | "release">;
  readonly meters?: Pick<Meters, "compared"> | undefined;
}

/** Reports what the checks have found: to the log, the metrics and what holds publishing back. */
export interface ContradictionReport {
  /** What a check of everything has found. When that is nothing, an earlier fault of what is shown is over, too. */
  ofAll(found: Contradiction | undefined): void;
  /** What a check of rows or corrections that are to be shown has found. */
  ofShown(found: Contradiction | undefined): void;
  /** As it was found last; `undefined` while all is well. */
  readonly current: Contradiction | undefined;
}

export function contradictionReport({ log, holds, meters }: ContradictionReportDeps): ContradictionReport {
  let all: Contradiction | undefined;
  let shown: Contradiction | undefined;
  let logged: string | undefined;

  function tell(): void {
    const found = all ?? shown;
    meters?.compared(found === undefined, found?.day);
    if (found === undefined) holds.release("chain");
    else holds.hold("chain", sentenceOf(found));
    if (found !== undefined && found.fault !== logged) {
      const facts = { day: found.day && formatDay(found.day), fault: found.fault };
      log.error(facts, "what is stored is not what was signed");
    }
    logged = found?.fault;
  }

  return {
    ofAll(found) {
      all = found;
      if (found === undefined) shown = undefined;
      tell();
    },
    ofShown(found) {
      shown = found;
      tell();
    },
    get current() {
      return all ?? shown;
    },
  };
}

/** For anyone: what differs may repeat what somebody has written into the database. */
function sentenceOf({ day }: Contradiction): string {
  const from = day === undefined ? "" : `, from ${formatDay(day)} on`;
  return `What is stored is not what was signed${from}: nothing more is published until it is.`;
}
