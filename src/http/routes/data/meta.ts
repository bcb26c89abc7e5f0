import type { Instant } from "../../../domain/instant.js";
import type { Clock } from "../../../operations/ports.js";
import { type Answer, JSON_MANNER } from "../../answer.js";
import { standingCache } from "../../cache.js";
import type { MetaView } from "../../meta-view.js";
import { shownAnswer } from "../../shown-answer.js";

/** What the score stands on. */
export function metaAnswer(clock: Clock, views: (now: Instant) => MetaView | undefined): () => Answer | undefined {
  return shownAnswer(clock, {
    manner: JSON_MANNER,
    thing: views,
    text: ({ meta }) => JSON.stringify(meta),
    cacheControl: ({ moments }, now) => standingCache(moments, now),
  });
}
