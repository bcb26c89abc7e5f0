/** `/api/public/nhci/meta`: data behind the score. */
import type { FastifyInstance } from "fastify";
import { isStale, SECOND_MS } from "peak-cycle-model";
import { publisherOf } from "../../pages/site.js";
import { MetaReply, metaForm } from "../../published/meta-reply.js";
import { scoreAndMarket } from "../../published/published.js";
import { CURRENT_SECONDS, scoreCache } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { json } from "../responses.js";

const DOC: Doc = {
  id: "meta",
  tag: "data",
  summary: "What the score is based on: ages, next updates, inputs, sources",
  description:
    "Where each figure comes from, how old it is and how many sources agree on it, the settled phase and signal, the " +
    "change since earlier days, when the next score and row are due, and the health of each source.",
  reply: MetaReply,
};

export function metaRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/api/public/nhci/meta", DOC, () => {
    const now = metaNow(edge);
    return now && { ...now, make: () => json(MetaReply, now.reply()) };
  });
}

/** How often ages are updated. The next score and the next row are due at the end of such an interval. */
export const REFRESH_MS = 30 * SECOND_MS;

/**
 * What the response depends on, its cache lifetime, and a function that creates it; `undefined` before the first score.
 */
export function metaNow({ published, clock, site, sources }: Edge) {
  const current = scoreAndMarket(published);
  if (current === undefined) return undefined;
  const now = clock.now();
  const { computedAt } = current.score;
  const [state, history] = [published.now.get(), published.history.get()];
  const { isSimulated } = site;
  return {
    dependsOn: [history, state, isStale(computedAt, now), Math.floor(now / REFRESH_MS)],
    cache: scoreCache(CURRENT_SECONDS, computedAt, now),
    reply: () => metaForm(published, current, sources, { publisher: publisherOf(site), isSimulated }, now),
  };
}
