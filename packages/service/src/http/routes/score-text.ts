/** `/api/public/nhci/score.txt`: the score as one number in plain text, for one cell of a spreadsheet. */
import type { FastifyInstance } from "fastify";
import { isStale, scoreNumber } from "peak-cycle-model";
import { scoreAndMarket } from "../../published/published.js";
import { TEXT_TYPE } from "../answers.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, sendProblem } from "../problems.js";

/** A stale score is not a number, so that no spreadsheet goes on computing with it. */
export function scoreText(app: FastifyInstance, { published, clock, made }: Edge): void {
  app.get("/api/public/nhci/score.txt", { config: { group: "extra", doc: DOC } }, (request, reply) => {
    const score = scoreAndMarket(published)?.score;
    if (score === undefined) return sendProblem(reply, NOTHING_YET);
    const now = clock.now();
    const stale = isStale(score.computedAt, now);
    return made.respond(request, reply, currentCache(score.computedAt, now), {
      shows: [score, stale],
      make: () => ({ type: TEXT_TYPE, body: `${scoreNumber(score.btc.score).toFixed(1)}${stale ? " (stale)" : ""}\n` }),
    });
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
