import { scoreNumber } from "../../domain/score.js";
import type { HourlyScore } from "../../domain/snapshot.js";

/** The score for one cell of a spreadsheet. A stale one is no number any more, so that no sheet goes on computing with it. */
export function scoreText({ btc }: HourlyScore, stale: boolean): string {
  return `${scoreNumber(btc.score).toFixed(1)}${stale ? " (stale)" : ""}\n`;
}
