/**
 * `/embed/nhci.json`: score and history in one unmetered response, for widgets whose address has used up its limit; in
 * offices and mobile networks many readers share an address. Caches can serve a single copy to all of them. It is not
 * part of the API: programs that need no limit would poll it instead of the two endpoints.
 */
import type { FastifyInstance } from "fastify";
import { isStale } from "peak-cycle-model";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { settledNow } from "../../domain/settled-now.js";
import { CurrentReply } from "../../published/current-reply.js";
import { HistoryReply, Row } from "../../published/history-reply.js";
import * as fields from "../../published/public-fields.js";
import { publicRows, scoreAndMarket } from "../../published/published.js";
import { currentCache } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { publicDays } from "../picture-view.js";
import { json } from "../responses.js";

/** If the site offers crypto as an asset, its widget needs the same data as Bitcoin's. */
const CryptoReply = CurrentReply.shape.crypto
  .extend({
    updated_at: CurrentReply.shape.btc.shape.updated_at.optional(),
    stale: CurrentReply.shape.btc.shape.stale.optional(),
    data: fields
      .list("consecutive UTC days, oldest first; empty unless there are 30", {
        date: Row.shape.date,
        score: fields.score.describe("score of crypto, published at 06:00 UTC of that day"),
        phase_key: fields.phaseKey.describe("its phase"),
      })
      .optional(),
  })
  .describe("more than four fields only if the site offers crypto as an asset");

/** The fields of the current score, then of the history, so that a client of either endpoint can read this one. */
const EmbedDataReply = z.strictObject({
  ...CurrentReply.shape,
  crypto: CryptoReply,
  ...HistoryReply.shape,
  settled_phase_key: fields.phaseKey.describe("the settled phase of Bitcoin, for the events of widgets").optional(),
});

const DOC: Doc = {
  id: "embedData",
  tag: "embeds",
  summary: `The score and the last ${PUBLIC_DAYS} daily rows without a limit, for widgets after a 429`,
  reply: EmbedDataReply,
  isOurs: true,
};

export function embedDataRoute(app: FastifyInstance, edge: Edge): void {
  const { published, clock, site } = edge;
  cachedRoute(app, edge, "/embed/nhci.json", DOC, () => {
    const [{ current }, publication, history] = [published.now.get(), publicRows(published), published.history.get()];
    if (current === undefined || publication === undefined) return undefined;
    const score = scoreAndMarket(published)?.score;
    const now = clock.now();
    const stale = isStale(current.computedAt, now);
    const make = () => {
      const settledPhase = score && settledNow(score, history)?.phase;
      const both = {
        ...(stale ? current.stale : current.fresh),
        ...publication.reply,
        ...(settledPhase && { settled_phase_key: settledPhase }),
      };
      if (!site.hasCryptoAsset) return json(EmbedDataReply, both);
      const days = publicDays(history?.crypto);
      const data = days.map(({ date, score: each, phase }) => ({ date, score: each, phase_key: phase }));
      const own = { updated_at: both.btc.updated_at, stale, data };
      return json(EmbedDataReply, { ...both, crypto: { ...both.crypto, ...own } });
    };
    return { cache: currentCache(current.computedAt, now), dependsOn: [current, history, stale], make };
  });
}
