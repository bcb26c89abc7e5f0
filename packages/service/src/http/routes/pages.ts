/** The pages for people: their paths, their data, and their cache lifetimes. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CYCLE_RANGES, type CycleRange, LANGUAGES, type Language, sizesOf, THEMES } from "peak-cycle-drawing";
import { yearOf } from "peak-cycle-model";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { nextScoreAt, pointsSince, priceChange } from "../../domain/hourly-score.js";
import { settledNow } from "../../domain/settled-now.js";
import { attributionPage } from "../../pages/attribution.js";
import { docsPage, methodPage } from "../../pages/document.js";
import { embedPage } from "../../pages/embed.js";
import { feedPage } from "../../pages/feed.js";
import type { AwaitedScore } from "../../pages/home/first-start.js";
import { homePage } from "../../pages/home/home.js";
import type { HomeView } from "../../pages/home/home-view.js";
import { MISSING_PAGE_POLICY, missingPage } from "../../pages/missing.js";
import type { PageKind } from "../../pages/page-kind.js";
import { recordPage } from "../../pages/record/record.js";
import { addressOf, languagesOf, type Page, pagePath, type Site } from "../../pages/site.js";
import { statusPage } from "../../pages/status.js";
import { scoreAndMarket } from "../../published/published.js";
import { currentCache, NO_STORE, PICTURE_SECONDS, STATIC_CACHE, WAITING_CACHE } from "../cache-control.js";
import { cachedRoute, constantRoute, type Edge } from "../edge.js";
import { cycleOf, staleHours } from "../picture-view.js";
import { assetIn, choice, choiceIn, type Query, queryOf } from "../query.js";
import type { Recipe } from "../responses.js";
import { metaNow } from "./meta.js";

/** The contents of `/method` and `/docs` as HTML. */
export interface Documents {
  readonly method: string;
  readonly api: string;
}

export function pageRoutes(app: FastifyInstance, edge: Edge, documents: Documents): void {
  for (const language of LANGUAGES) {
    cachedRoute(app, edge, pagePath("home", language), undefined, (request) =>
      homeRecipe(edge, language, choiceIn(queryOf(request), RANGE)),
    );
  }
  for (const language of languagesOf("embed")) {
    cachedRoute(app, edge, pagePath("embed", language), undefined, (request) =>
      embedRecipe(edge.site, language, queryOf(request)),
    );
  }
  cachedRoute(app, edge, pagePath("record", "en"), undefined, () => recordRecipe(edge));
  cachedRoute(app, edge, pagePath("feed", "en"), undefined, () => feedRecipe(edge));
  cachedRoute(app, edge, pagePath("status", "en"), undefined, () => statusRecipe(edge));
  constantPage(app, edge, "method", methodPage, documents.method);
  constantPage(app, edge, "docs", docsPage, documents.api);
  constantPage(app, edge, "attribution", attributionPage, edge.sources);
}

const HTML = "text/html; charset=utf-8";

function pageOf<View>(site: Site, language: Language, page: PageKind<View>, view: View, headers = {}) {
  const policies = { "content-security-policy": page.policy, "referrer-policy": "no-referrer" };
  return { type: HTML, body: page.draw(site, language, view), headers: { ...policies, ...headers } };
}

/** A page that never changes while the service runs, in its languages. */
function constantPage<View>(app: FastifyInstance, edge: Edge, name: Page, page: PageKind<View>, view: View): void {
  for (const language of languagesOf(name)) {
    constantRoute(app, edge, pagePath(name, language), undefined, () => pageOf(edge.site, language, page, view));
  }
}

/** The ranges of the long chart. */
const RANGE = choice("range", CYCLE_RANGES, "all");

function homeRecipe({ site, published, clock, sources }: Edge, language: Language, range: CycleRange): Recipe {
  // RFC 8631: links to the description of the API.
  const describedBy = (path: string, rel: string) => `<${addressOf(site, path)}>; rel="${rel}"`;
  const link = `${describedBy("/openapi.json", "service-desc")}, ${describedBy("/docs", "service-doc")}`;
  const draw = (view: HomeView | AwaitedScore) => pageOf(site, language, homePage, view, { link });
  const current = scoreAndMarket(published);
  const { firstStart, minute, positions } = published.now.get();
  if (current === undefined) {
    return { cache: WAITING_CACHE, variant: range, dependsOn: [firstStart], make: () => draw({ firstStart }) };
  }
  const { score, market } = current;
  const now = clock.now();
  const times = { staleHours: staleHours(score, now), nextScoreAt: nextScoreAt(score, minute, now) };
  const [history, record] = [published.history.get(), published.record.get()];
  const make = () => {
    const { rows = [] } = history ?? {};
    // The chart ends at the live price shown on the rest of the page.
    const past = cycleOf({ ...score, btcPriceUsd: market.btcPrice.value }, history, record);
    return draw({
      ...{ score, market, positions, sources, ...times },
      settled: settledNow(score, history),
      changes: [7, 365].map((days) => pointsSince(score, rows, days)),
      priceChange: priceChange(market.btcPrice.value, score, rows, PUBLIC_DAYS),
      turns: past?.turns.map(({ kind, day, score: reading }) => ({ kind, year: yearOf(day), score: reading })),
      meanError: record?.hindsight?.meanAbsoluteError,
      whole: past && { past, range },
    });
  };
  return {
    cache: record ? currentCache(score.computedAt, now) : WAITING_CACHE,
    variant: range,
    dependsOn: [score, market, positions, ...Object.values(times), history, record],
    make,
  };
}

const THEME = choice("theme", THEMES, "auto");
const SIZE = choice("size", sizesOf("badge"), "md");

const EMBED_LANGUAGE = choice("lang", ["auto", ...LANGUAGES], "auto");

/** The previews and code follow `?theme`, `?size`, `?asset` and `?lang`: at most 108 combinations per language. */
function embedRecipe(site: Site, language: Language, query: Query): Recipe {
  const choices = {
    theme: choiceIn(query, THEME),
    size: choiceIn(query, SIZE),
    asset: assetIn(query, site),
    lang: choiceIn(query, EMBED_LANGUAGE),
  };
  const make = () => pageOf(site, language, embedPage, { choice: choices, pictureSeconds: PICTURE_SECONDS });
  return { cache: STATIC_CACHE, variant: Object.values(choices).join(), make };
}

function recordRecipe({ site, published }: Edge): Recipe {
  const record = published.record.get();
  const changes = published.history.get()?.announcements;
  const cache = record === undefined ? WAITING_CACHE : STATIC_CACHE;
  const make = () => pageOf(site, "en", recordPage, record && { ...record, ...(changes && { changes }) });
  return { cache, dependsOn: [record, changes], make };
}

function feedRecipe({ site, published }: Edge): Recipe {
  const changes = published.history.get()?.announcements;
  const cache = changes === undefined ? WAITING_CACHE : STATIC_CACHE;
  return { cache, dependsOn: [changes], make: () => pageOf(site, "en", feedPage, changes ?? []) };
}

function statusRecipe(edge: Edge): Recipe {
  const { site, sources, clock } = edge;
  const { firstStart, holds } = edge.published.now.get();
  const meta = metaNow(edge);
  if (meta === undefined) {
    const silentTitles = sources.map(({ title }) => title);
    const view = { ...(firstStart === "elsewhere" ? {} : firstStart), silent: silentTitles, holds };
    const make = () => pageOf(site, "en", statusPage, view);
    return { cache: WAITING_CACHE, dependsOn: [firstStart, holds], make };
  }
  const view = () => ({ meta: meta.reply(), at: clock.now(), holds });
  const make = () => pageOf(site, "en", statusPage, view());
  return { cache: meta.cache, dependsOn: [...meta.dependsOn, holds], make };
}

/** Paths that only programs request, where an HTML page would not help. */
const FILES = /^\/(?:api\/|assets\/[^/]*$|embed\/[^/]*\/[^/]*$)/;

/** Whether a request for an unknown path comes from a browser, which accepts HTML. */
export function wantsPage({ headers }: FastifyRequest, path: string): boolean {
  return !FILES.test(path) && headers.accept?.includes("text/html") === true;
}

/** The page for an unknown path; it takes 1 ms and is never cached. */
export function sendMissing(reply: FastifyReply, { site, published }: Edge, path: string): FastifyReply {
  const language = LANGUAGES.find((each) => each === path.split("/")[1]) ?? "en";
  const headers = { "content-security-policy": MISSING_PAGE_POLICY, "referrer-policy": "no-referrer" };
  return reply
    .code(404)
    .headers({ ...headers, "content-type": HTML, "cache-control": NO_STORE })
    .send(missingPage(site, language, scoreAndMarket(published)?.score));
}
