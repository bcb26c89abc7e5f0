import fc from "fast-check";
import { addDays, formatDay, PHASES, phaseOf, SIGNAL_KEYS, utcDay } from "peak-cycle-model";
import type { ChartDay, ChartView, CurrentScore } from "../../src/chart-data.js";
import { LANGUAGES } from "../../src/locale.js";

const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
const price = fc.double({ min: 0.01, max: 99_999_999, noNaN: true });

/** Any answer that `parseCurrent` lets through. */
const nows: fc.Arbitrary<CurrentScore> = fc.record({
  score,
  phase: fc.constantFrom(...PHASES.map(({ key }) => key)),
  signal: fc.constantFrom(...SIGNAL_KEYS),
  descentGuard: fc.boolean(),
  topRisk: fc.boolean(),
  updatedAt: fc.constantFrom("2026-11-21T10:00:04.000Z", "2028-02-29T23:59:59Z"),
  isStale: fc.boolean(),
  priceUsd: price,
});

/** Up to 30 consecutive days of any scores and prices. */
const pasts: fc.Arbitrary<readonly ChartDay[]> = fc
  .array(fc.record({ score, priceUsd: price }), { maxLength: 30 })
  .map((rows) => rows.map((row, index) => dayOf(index, row)));

export const views: fc.Arbitrary<ChartView> = fc.record({
  now: fc.option(nows, { nil: undefined }),
  days: pasts,
  isUnreachable: fc.boolean(),
});

/** The same numbers as the score of crypto has them. */
export function ofCrypto({ now, days, ...more }: ChartView): ChartView {
  const score = now && {
    score: now.score,
    phase: now.phase,
    updatedAt: now.updatedAt,
    isStale: now.isStale,
    ageHours: now.ageHours,
  };
  return { ...more, asset: "crypto", now: score, days: days.map(({ date, score, phase }) => ({ date, score, phase })) };
}

export const widths = fc.integer({ min: 180, max: 1200 });
export const languages = fc.constantFrom(...LANGUAGES);

/** The `index`th day from 2026-10-23 on. */
export function dayOf(index: number, row: Pick<ChartDay, "score" | "priceUsd">): ChartDay {
  return { ...row, date: formatDay(addDays(utcDay("2026-10-23"), index)), phase: phaseOf(row.score).key };
}
