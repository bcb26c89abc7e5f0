import type { FastifyInstance } from "fastify";
import { isStale } from "../../../domain/score.js";
import type { Clock } from "../../../operations/ports.js";
import { type FrameManner, type FrameSite, framePage, framePolicy } from "../../../site/embed-frame.js";
import { oembedAddress } from "../../../site/site.js";
import { answerOf, choose, type Manner } from "../../answer.js";
import { currentCache, WAITING_CACHE } from "../../cache.js";
import { CROSS_ORIGIN } from "../../cross-origin.js";
import { keptPerScene } from "../../kept-per-scene.js";
import { PATHS } from "../../paths.js";
import type { PublicAnswers } from "../../public-answers.js";
import { QUICK, type Representation, representationOf } from "../../representation.js";
import { viewOf } from "../../scene.js";
import { askedLanguage, askedTheme, queryOf } from "../../variants.js";
import { answerWith } from "../answer-with.js";

export interface FrameDeps {
  readonly answers: PublicAnswers;
  readonly clock: Clock;
  readonly site: FrameSite;
}

interface Drawn {
  readonly representation: Representation;
  readonly manner: Manner;
}

/** The page for frames. It is drawn on the first request after a change, one of 15 variants, and kept until the next. */
export function frameRoute(app: FastifyInstance, { answers, clock, site }: FrameDeps): void {
  const kept = keptPerScene<Drawn>();
  app.get(PATHS.frame, (request, reply) => {
    const asked = askedManner(queryOf(request.url));
    const scene = answers.scene();
    const now = clock.now();
    const computedAt = scene.score?.computedAt;
    const stale = computedAt !== undefined && isStale(computedAt, now);
    const { representation, manner } = kept(scene, `${asked.path} ${stale}`, () => ({
      representation: representationOf(framePage(site, viewOf(scene, stale), asked), QUICK),
      manner: mannerOf(site, asked),
    }));
    const cacheControl = computedAt === undefined ? WAITING_CACHE : currentCache(computedAt, now);
    answerWith(request, reply, choose(answerOf({ representation, cacheControl }, manner), request.headers));
  });
}

function askedManner(query: URLSearchParams): FrameManner {
  const theme = askedTheme(query, "auto");
  const language = askedLanguage(query);
  const also = [theme === "auto" ? [] : `theme=${theme}`, language === "en" ? [] : `lang=${language}`].flat();
  return { theme, language, path: also.length === 0 ? PATHS.frame : `${PATHS.frame}?${also.join("&")}` };
}

/** Pages that isolate themselves show a frame only when it does the same. */
function mannerOf(site: FrameSite, { theme, path }: FrameManner): Manner {
  return {
    contentType: "text/html; charset=utf-8",
    also: [
      "Content-Security-Policy",
      framePolicy(site.script, theme),
      "Link",
      `<${oembedAddress(site, path)}>; rel="alternate"; type="application/json+oembed"`,
      "Referrer-Policy",
      "no-referrer",
      "Cross-Origin-Embedder-Policy",
      "require-corp",
      ...CROSS_ORIGIN,
    ],
  };
}
