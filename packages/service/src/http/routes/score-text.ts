/** `/api/public/nhci/score.txt`: the score as a plain-text number, for a spreadsheet cell. */
import type { FastifyInstance } from "fastify";
import { isStale, scoreNumber } from "peak-cycle-model";
import { scoreAndMarket } from "../../published/published.js";
import { currentCache } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { TEXT_TYPE } from "../responses.js";

const DOC: Doc = {
  id: "scoreText",
  tag: "data",
  summary: "The score as one number in plain text",
  description:
    "For a spreadsheet cell or a shell script. A stale score is followed by ` (stale)`, so it is not a number.",
  type: "text/plain",
};

/** A stale score is not a number, so that spreadsheets stop computing with it. */
export function scoreTextRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/api/public/nhci/score.txt", DOC, () => {
    const score = scoreAndMarket(edge.published)?.score;
    if (score === undefined) return undefined;
    const now = edge.clock.now();
    const stale = isStale(score.computedAt, now);
    const body = `${scoreNumber(score.btc.score).toFixed(1)}${stale ? " (stale)" : ""}\n`;
    const cache = currentCache(score.computedAt, now);
    return { cache, dependsOn: [score, stale], make: () => ({ type: TEXT_TYPE, body }) };
  });
}
