/** `/api/public/nhci`, the current score. */
import type { FastifyInstance } from "fastify";
import { isStale } from "peak-cycle-model";
import { type CurrentForms, CurrentReply } from "../../published/current-reply.js";
import { currentCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NO_SCORE, sendProblem } from "../problems.js";
import { type EncodedResponse, encodeNow, jsonOf, send } from "../responses.js";

const DOC = {
  id: "current",
  tag: "score",
  summary: "The current score and market figures",
  description:
    "Both scores from 0 to 100 with phase and signal, two warning flags, and three market figures. Computed every " +
    "hour; `btc.stale` is true once the score is over two hours old. Poll it every 1 to 5 minutes.",
  reply: CurrentReply,
} as const;

/** The response is created once for each published value, both fresh and stale; the clock selects one per request. */
export function currentRoute(app: FastifyInstance, { published, clock, limiter }: Edge): void {
  let encoded:
    | { readonly of: CurrentForms; readonly fresh: EncodedResponse; readonly stale: EncodedResponse }
    | undefined;
  app.get("/api/public/nhci", { ...limiter.metered, config: { doc: DOC } }, (request, reply) => {
    const forms = published.now.get().current;
    if (forms === undefined) return sendProblem(reply, NO_SCORE);
    if (encoded?.of !== forms) {
      encoded = { of: forms, fresh: encodeNow(jsonOf(forms.fresh)), stale: encodeNow(jsonOf(forms.stale)) };
    }
    const now = clock.now();
    const answer = isStale(forms.computedAt, now) ? encoded.stale : encoded.fresh;
    return send(request, reply, answer, currentCache(forms.computedAt, now));
  });
}
