import { type Answer, answerOf, type Manner } from "../answer.js";
import { QUICK, representationOf } from "../representation.js";

/** Of what changes with the configuration and the program only. */
const STEADY_CACHE = "public, max-age=3600";

/** An answer that stays the same while the service runs; made on the first request for it. */
export function steadyAnswer(manner: Manner, text: () => string): () => Answer {
  let made: Answer | undefined;
  return () => {
    made ??= answerOf({ representation: representationOf(text(), QUICK), cacheControl: STEADY_CACHE }, manner);
    return made;
  };
}
