import type { ClosedDay } from "../domain/day.js";
import type { Instant, UtcDay } from "../domain/instant.js";
import { MAJORS, type Major, type Metric } from "../domain/observation.js";
import type { Quote } from "../domain/snapshot.js";
import { chooseMvrv } from "./choose-mvrv.js";
import type { Evidence } from "./evidence.js";

export interface Draft {
  readonly day: UtcDay;
  /** The moment of closing. */
  readonly at: Instant;
  /** `undefined` leaves a gap, which the model fills with the price of the day before. */
  readonly close: Quote | undefined;
  /** How a major's close is chosen among its sources. */
  readonly chooseMajor: (major: Major) => Quote | undefined;
}

/** Puts a day's inputs together as they are frozen when the day is closed. */
export function draftDay(evidence: Evidence, draft: Draft): ClosedDay {
  const { day, at, close, chooseMajor } = draft;
  const mvrv = chooseMvrv(evidence, day, close?.value, at);
  const fearGreed = evidence.fearGreed(day);
  const dominance = evidence.dominance(day);
  const sources: Partial<Record<Metric, string>> = {};
  const majors: Partial<Record<Major, number>> = {};
  for (const major of MAJORS) {
    const found = chooseMajor(major);
    if (found === undefined) continue;
    majors[major] = found.value;
    sources[`${major}-close`] = found.source;
  }
  if (close !== undefined) sources["btc-close"] = close.source;
  for (const each of [mvrv, fearGreed, dominance]) if (each !== undefined) sources[each.metric] = each.source;
  return {
    day,
    closedAt: at,
    price: close?.value,
    mvrv: mvrv?.value,
    fearGreed: fearGreed?.value,
    dominance: dominance?.value,
    majors,
    sources,
  };
}
