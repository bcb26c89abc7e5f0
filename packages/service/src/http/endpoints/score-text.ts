/** The score as one number in plain text, for one cell of a spreadsheet. */
import { isStale, scoreNumber } from "peak-cycle-model";
import type { HourlyScore } from "../../domain/snapshot.js";
import { scoreAndMarket } from "../../published/published.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import { textEndpoint } from "../endpoint.js";
import { PLAIN_TEXT } from "../response-variants.js";

export const scoreText = textEndpoint({
  path: "/api/public/nhci/score.txt",
  id: "scoreText",
  summary: "The score as one number in plain text",
  example: "47.3\n",
  headers: PLAIN_TEXT,
  source: ({ published }, now) => {
    const score = scoreAndMarket(published)?.score;
    return score && { score, stale: isStale(score.computedAt, now) };
  },
  text: ({ score, stale }) => oneNumber(score, stale),
  cache: { seconds: CURRENT_SECONDS, header: ({ score }, now) => currentCache(score.computedAt, now) },
});

/** A stale score is not a number, so that no spreadsheet goes on computing with it. */
export function oneNumber({ btc }: HourlyScore, stale: boolean): string {
  return `${scoreNumber(btc.score).toFixed(1)}${stale ? " (stale)" : ""}\n`;
}
