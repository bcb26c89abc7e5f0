/** The average cost of a coin when buying more at lower scores, compared with spending the same sum in equal parts. */

import { formatDay } from "../instant.js";
import { MAX_SCORE } from "../score.js";
import { PERIODS } from "./periods.js";
import type { RecordDay, ScoredDay } from "./record-day.js";
import type { AverageCost } from "./track-record.js";

/**
 * The average costs of each period with spending, oldest first, and of the whole time since the first score.
 *
 * Source: docs/method.md#what-a-steady-buyer-paid.
 */
export function averageCosts(days: readonly RecordDay[]): readonly AverageCost[] {
  const scoredDays = days.filter((each): each is ScoredDay => each.btc !== undefined);
  const ofPeriods = PERIODS.flatMap(({ key, first, last }) =>
    costOf(
      key,
      scoredDays.filter(({ day }) => day >= first && day <= last),
    ),
  );
  return [...ofPeriods, ...costOf("whole", scoredDays)];
}

function costOf(period: AverageCost["period"], days: readonly ScoredDay[]): readonly AverageCost[] {
  const [first, last] = [days[0], days.at(-1)];
  const spentUsd = days.reduce((sum, { btc }) => sum + moneyOn(btc.score), 0);
  if (first === undefined || last === undefined || spentUsd === 0) return [];
  const byScore = spentUsd / days.reduce((coins, { btc, price }) => coins + moneyOn(btc.score) / price, 0);
  const steady = days.length / days.reduce((coins, { price }) => coins + 1 / price, 0);
  const [from, to] = [formatDay(first.day), formatDay(last.day)];
  return [{ period, from, to, byScoreUsd: byScore, steadyUsd: steady, difference: byScore / steady - 1 }];
}

/** What is spent at a published score, in any currency: 2 at 0, 1 at 50, nothing at 100. */
function moneyOn(score: number): number {
  return 2 - score / (MAX_SCORE / 2);
}
