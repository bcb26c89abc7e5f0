/**
 * The score and the history in one answer that is not metered, for widgets whose reader's address has used up its
 * limit: in offices and mobile networks many readers share one. Caches may hold one copy for all of them.
 */
import { isStale } from "peak-cycle-model";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { scoreAndMarket } from "../../publish/published.js";
import { CURRENT_SECONDS, currentCache } from "../cache-control.js";
import { endpoint } from "../endpoint.js";
import { CURRENT_EXAMPLE, CurrentReply, presentCurrent } from "./current.js";
import { HISTORY_EXAMPLE, HistoryReply, presentHistory } from "./history.js";

/** The fields of the current score, then those of the history: whoever reads one of the two answers can read this one. */
const EmbedDataReply = z.strictObject({ ...CurrentReply.shape, ...HistoryReply.shape });

export const embedData = endpoint({
  path: "/embed/nhci.json",
  id: "embedData",
  tag: "embeds",
  summary: `The score and the ${PUBLIC_DAYS} days for widgets whose reader's address has used up its limit`,
  reply: EmbedDataReply,
  example: { ...CURRENT_EXAMPLE, ...HISTORY_EXAMPLE },
  source: ({ published }, now) => {
    const [current, rows] = [scoreAndMarket(published), published.history.get()];
    if (current === undefined || rows?.length !== PUBLIC_DAYS) return undefined;
    return { ...current, rows, stale: isStale(current.score.computedAt, now) };
  },
  cache: { seconds: CURRENT_SECONDS, header: ({ score }, now) => currentCache(score.computedAt, now) },
  content: ({ score, market, rows, stale }): CurrentReply & HistoryReply => ({
    ...presentCurrent({ score, market }, stale),
    ...presentHistory(rows),
  }),
});
