/** `/api/public/nhci/history`, the last 30 daily rows. */
import type { FastifyInstance } from "fastify";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { HistoryReply } from "../../published/history-reply.js";
import { publicRows } from "../../published/published.js";
import { historyCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NO_HISTORY, sendProblem } from "../problems.js";
import { type EncodedResponse, encodeNow, jsonOf, send } from "../responses.js";

const DOC = {
  id: "history",
  tag: "score",
  summary: `The last ${PUBLIC_DAYS} daily rows`,
  description:
    "Consecutive UTC days of the Bitcoin score, oldest first. A row is computed at 06:00 UTC of its day and never " +
    "changes. Poll it once an hour at most.",
  reply: HistoryReply,
} as const;

/** The response is created once for each published history. */
export function historyRoute(app: FastifyInstance, { published, clock, limiter }: Edge): void {
  let encoded: { readonly of: HistoryReply; readonly response: EncodedResponse } | undefined;
  app.get("/api/public/nhci/history", { ...limiter.metered, config: { doc: DOC } }, (request, reply) => {
    const publication = publicRows(published);
    if (publication === undefined) return sendProblem(reply, NO_HISTORY);
    if (encoded?.of !== publication.reply)
      encoded = { of: publication.reply, response: encodeNow(jsonOf(publication.reply)) };
    return send(request, reply, encoded.response, historyCache(publication.newest.day, clock.now()));
  });
}
