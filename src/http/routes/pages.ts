import type { FastifyInstance } from "fastify";
import type { Instant } from "../../domain/instant.js";
import { isStale } from "../../domain/score.js";
import type { Market } from "../../domain/snapshot.js";
import type { Clock } from "../../operations/ports.js";
import { type AttributionRow, attributionPage } from "../../pages/attribution.js";
import { type Credits, homePage } from "../../pages/home.js";
import { CONTENT_SECURITY_POLICY } from "../../pages/layout.js";
import { type Answer, answerOf, type Content, choose, type Manner, timedAnswer } from "../answer.js";
import { currentCache } from "../cache.js";
import type { HttpConfig } from "../http-config.js";
import { PATHS } from "../paths.js";
import { presentSnapshot } from "../present/snapshot.js";
import type { PublicAnswers } from "../public-answers.js";
import { type Representation, representationOf } from "../representation.js";
import { answerWith } from "./answer-with.js";

export interface PageDeps {
  readonly config: HttpConfig;
  readonly answers: PublicAnswers;
  readonly clock: Clock;
  readonly sources: readonly AttributionRow[];
}

const HTML: Manner = {
  contentType: "text/html; charset=utf-8",
  also: ["Content-Security-Policy", CONTENT_SECURITY_POLICY, "Referrer-Policy", "no-referrer"],
};

/** A page without a score changes soon; the one with the sources changes with the configuration. */
const WAITING_CACHE = "public, max-age=5";
const SOURCES_CACHE = "public, max-age=3600";

/** The pages for people. They are drawn when what they show changes. */
export function pageRoutes(app: FastifyInstance, { config, answers, clock, sources }: PageDeps): void {
  const home = timedAnswer(clock, HTML, homeContent(config, answers, sources));
  const attribution: Answer = answerOf(
    { representation: representationOf(attributionPage(config, sources)), cacheControl: SOURCES_CACHE },
    HTML,
  );
  app.get(PATHS.home, (request, reply) => answerWith(request, reply, choose(home(), request.headers)));
  app.get(PATHS.attribution, (request, reply) => answerWith(request, reply, choose(attribution, request.headers)));
}

function homeContent(
  config: HttpConfig,
  answers: PublicAnswers,
  sources: readonly AttributionRow[],
): (now: Instant) => Content {
  const waiting = representationOf(homePage(config, undefined));
  let drawn: { readonly of: unknown; readonly stale: boolean; readonly page: Representation } | undefined;
  return (now) => {
    const snapshot = answers.snapshot();
    if (snapshot === undefined) return { representation: waiting, cacheControl: WAITING_CACHE };
    const { computedAt } = snapshot.score;
    const stale = isStale(computedAt, now);
    if (drawn?.of !== snapshot || drawn.stale !== stale) {
      const page = representationOf(
        homePage(config, { current: presentSnapshot(snapshot, stale), credits: creditsOf(snapshot.market, sources) }),
      );
      drawn = { of: snapshot, stale, page };
    }
    return { representation: drawn.page, cacheControl: currentCache(computedAt, now) };
  };
}

function creditsOf({ btcPrice, btcDominance, fearGreed }: Market, sources: readonly AttributionRow[]): Credits {
  const rowOf = (name: string) => sources.find((each) => each.source === name);
  return {
    price: rowOf(btcPrice.source),
    dominance: rowOf(btcDominance.source),
    fearGreed: rowOf(fearGreed.source),
  };
}
