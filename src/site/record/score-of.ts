import type { BaselineRecord, Quintile, Returns, Span } from "../../backtest/track-record.js";

const YEAR_DAYS = 365;

/** What the score itself did in a span. */
export function scoreOf({ gauges }: Span): BaselineRecord | undefined {
  return gauges.find(({ gauge }) => gauge === "score");
}

/** The returns of the year after a phase; `undefined` where no day has one. */
export function yearAfter(fifths: readonly Quintile[], phase: Quintile["phase"]): Returns | undefined {
  const found = fifths.find((each) => each.phase === phase);
  return found?.returns.find((each) => each.horizonDays === YEAR_DAYS && each.days > 0);
}
