import type { PhaseKey } from "../../domain/score.js";

/** A turn of the price and the score of that day. */
export interface Turn {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly score: number;
}

/** Source: docs/method.md#evidence, days 2014-01-01 to 2022-12-31. */
export const TOPS: readonly Turn[] = [
  { day: "2017-12-16", score: 100 },
  { day: "2021-03-13", score: 91.7 },
  { day: "2021-11-08", score: 79.3 },
];

/** Source: docs/method.md#evidence, same days. */
export const BOTTOMS: readonly Turn[] = [
  { day: "2015-01-14", score: 6 },
  { day: "2018-12-15", score: 13.2 },
  { day: "2020-03-16", score: 14.6 },
  { day: "2022-11-09", score: 10.4 },
];

/** In percent: share of days, and median return of the next year. Source: docs/method.md#evidence, same days. */
export const YEARS_AFTER: Readonly<Record<PhaseKey, { readonly share: number; readonly median: number }>> = {
  FONDO: { share: 15.2, median: 127 },
  ACUM: { share: 28.3, median: 172 },
  BULL: { share: 31.7, median: 39 },
  HOT: { share: 16.5, median: -48 },
  PEAK: { share: 8.3, median: -27 },
};
