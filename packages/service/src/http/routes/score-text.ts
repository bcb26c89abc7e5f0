/** `/api/public/nhci/score.txt`: the score as one number in plain text, for one cell of a spreadsheet. */
import type { FastifyInstance } from "fastify";
import { isStale, scoreNumber } from "peak-cycle-model";
import { scoreAndMarket } from "../../published/published.js";
import { TEXT_TYPE } from "../answers.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import { answer, type Edge } from "../edge.js";
import { NOTHING_YET } from "../problems.js";

/** A stale score is not a number, so that no spreadsheet goes on computing with it. */
export function scoreText(app: FastifyInstance, edge: Edge): void {
  answer(app, edge, "/api/public/nhci/score.txt", DOC, () => {
    const score = scoreAndMarket(edge.published)?.score;
    if (score === undefined) return NOTHING_YET;
    const now = edge.clock.now();
    const stale = isStale(score.computedAt, now);
    const body = `${scoreNumber(score.btc.score).toFixed(1)}${stale ? " (stale)" : ""}\n`;
    const cache = currentCache(score.computedAt, now);
    return { cache, shows: [score, stale], make: () => ({ type: TEXT_TYPE, body }) };
  });
}

const DOC = {
  id: "scoreText",
  tag: "data",
  summary: "The score as one number in plain text",
  maxAge: CURRENT_SECONDS,
  type: "text/plain",
  failures: [503],
} as const;
