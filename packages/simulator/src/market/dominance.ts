/** Bitcoin's share of the value of all coins, through known figures. */

import { DAY_MS, dayNumber } from "./calendar.js";
import { smoothNoise } from "./noise.js";
import { lastUpTo } from "./price-path.js";

/** Bitcoin's share of all coins in percent: round figures of well-known days, invented after 2025. */
const SHARES = (
  [
    ["2010-07-18", 100],
    ["2013-05-01", 95],
    ["2013-12-01", 88],
    ["2014-12-01", 79],
    ["2016-01-01", 91],
    ["2017-03-01", 85],
    ["2017-06-20", 40],
    ["2017-12-08", 64],
    ["2018-01-13", 38],
    ["2018-12-15", 55],
    ["2019-09-05", 70],
    ["2020-02-15", 62],
    ["2021-01-03", 70],
    ["2021-05-18", 41],
    ["2021-11-08", 43],
    ["2022-09-10", 40],
    ["2023-10-20", 53],
    ["2024-11-20", 60],
    ["2025-06-27", 65],
    ["2025-09-15", 57],
    ["2026-02-10", 59],
    ["2026-11-21", 57],
  ] as const
).map(([date, percent]) => ({ day: dayNumber(date), percent }));

/** Percent of all coins' value that is Bitcoin's, at an instant. */
export function dominanceAt(ms: number): number {
  const day = ms / DAY_MS;
  const place = lastUpTo(SHARES, day);
  const from = SHARES[place] ?? { day, percent: 100 };
  const to = SHARES[place + 1] ?? { day: Number.POSITIVE_INFINITY, percent: from.percent };
  const trend = from.percent + ((to.percent - from.percent) * (day - from.day)) / (to.day - from.day);
  // Half a point of sway over weeks, a tenth over hours; none while Bitcoin is all there is.
  const sway = 0.5 * smoothNoise(601, day / 9) + 0.1 * smoothNoise(602, day * 8);
  return Math.min(100, trend + (trend > 96 ? 0 : sway));
}
