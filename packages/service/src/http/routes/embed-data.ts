/**
 * `/embed/nhci.json`: the score and the history in one answer that is not metered, for widgets whose reader's address
 * has used up its limit: in offices and mobile networks many readers share one. Caches may hold one copy for all of
 * them.
 */
import type { FastifyInstance } from "fastify";
import { isStale } from "peak-cycle-model";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { scoreAndMarket } from "../../published/published.js";
import { JSON_TYPE } from "../answers.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, sendProblem } from "../problems.js";
import { phaseKeyField, scoreField } from "../reply-fields.js";
import { renderState } from "../shown/render-state.js";
import { CurrentReply, presentCurrent } from "./current.js";
import { HistoryReply, presentHistory, Row } from "./history.js";

/** Where the site offers crypto as an asset, its widget needs what that of Bitcoin has. */
const CryptoReply = CurrentReply.shape.crypto
  .extend({
    phase_key: phaseKeyField("the same for programs").optional(),
    updated_at: CurrentReply.shape.btc.shape.updated_at.optional(),
    stale: CurrentReply.shape.btc.shape.stale.optional(),
    data: z
      .array(
        z.strictObject({
          date: Row.shape.date,
          score: scoreField("score of crypto as it was published at 06:00 UTC of the day"),
          phase_key: phaseKeyField("its phase"),
        }),
      )
      .optional()
      .describe("consecutive UTC days, oldest first; none unless there are 30"),
  })
  .describe("with more than two fields only where the site offers crypto as an asset")
  .meta({ id: "CryptoEmbed" });

/**
 * The fields of the current score, then those of the history: whoever reads one of the two answers can read this one.
 */
const EmbedDataReply = z.strictObject({ ...CurrentReply.shape, crypto: CryptoReply, ...HistoryReply.shape });

export function embedData(app: FastifyInstance, { published, clock, site, made }: Edge): void {
  app.get("/embed/nhci.json", { config: { group: "extra", doc: DOC } }, (request, reply) => {
    const [current, rows] = [scoreAndMarket(published), published.history.get()?.rows.slice(-PUBLIC_DAYS)];
    if (current === undefined || rows?.length !== PUBLIC_DAYS) return sendProblem(reply, NOTHING_YET);
    const { score, market } = current;
    const now = clock.now();
    const stale = isStale(score.computedAt, now);
    const days = site.cryptoAsset ? renderState(published).crypto.days : undefined;
    const data = days?.map(({ date, score: each, phase }) => ({ date, score: each, phase_key: phase }));
    const present = () => {
      const both = { ...presentCurrent(current, stale), ...presentHistory(rows) };
      const own = data && { phase_key: score.crypto.phase, updated_at: both.btc.updated_at, stale, data };
      return EmbedDataReply.parse({ ...both, crypto: { ...both.crypto, ...own } });
    };
    return made.respond(request, reply, currentCache(score.computedAt, now), {
      shows: [score, market, published.history.get(), stale, days],
      make: () => ({ type: JSON_TYPE, body: JSON.stringify(present()) }),
    });
  });
}

const DOC = {
  id: "embedData",
  tag: "embeds",
  summary: `The score and the ${PUBLIC_DAYS} days for widgets whose reader's address has used up its limit`,
  maxAge: CURRENT_SECONDS,
  reply: EmbedDataReply,
  failures: [503],
} as const;
