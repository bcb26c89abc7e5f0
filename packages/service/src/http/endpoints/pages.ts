/** The pages for people: at which paths they stand, what each is made of, and how long it may be kept. */

import { CYCLE_RANGES, type CycleRange, LANGUAGES, type Language, sizesOf } from "peak-cycle-drawing";
import { HOUR_MS, type Instant, isStale, twoDecimals, yearOf } from "peak-cycle-model";
import { type AttributionRow, attributionPage } from "../../pages/attribution.js";
import { docsPage, methodPage } from "../../pages/document.js";
import { embedPage } from "../../pages/embed.js";
import type { AwaitedScore } from "../../pages/home/first-start.js";
import { homePage } from "../../pages/home/home.js";
import type { HomeView } from "../../pages/home/home-view.js";
import { MISSING_PAGE_POLICY, missingPage } from "../../pages/missing.js";
import type { PageKind } from "../../pages/page-kind.js";
import { recordPage } from "../../pages/record/record.js";
import { languagesOf, type Page, pagePath, type Site } from "../../pages/site.js";
import { type AwaitedStart, statusPage } from "../../pages/status.js";
import { historyContext } from "../../published/history-context.js";
import { type Published, scoreAndMarket } from "../../published/published.js";
import { currentCache, PICTURE_SECONDS, RECORD_CACHE, statusCache, WAITING_CACHE } from "../cache-control.js";
import { CORS_HEADERS, type HeaderList } from "../cors.js";
import { withPriceNow } from "../cycle-past.js";
import type { Endpoint, EndpointDeps } from "../endpoint.js";
import { nextScoreAt, pointsSince, settledRun } from "../meta-figures.js";
import { NOT_FOUND } from "../problems.js";
import { askedAsset, askedRange, askedSize, askedTheme, queryOf } from "../query.js";
import { renderState } from "../render-state.js";
import { memoizedResponder, staticResponder } from "../responders.js";
import { type PreparedResponse, type Responder, uncachedResponse } from "../response-variants.js";
import { metaView } from "./meta.js";
import { describedBy } from "./well-known.js";

type PageResponder = (deps: EndpointDeps, language: Language) => Responder;

/** The front page with one range of the long chart. */
function homeResponder({ config, clock, published, sources }: EndpointDeps, language: Language, range: CycleRange) {
  return memoizedResponder(clock, {
    headers: pageHeaders(homePage.policy(config), ["Link", describedBy(config)]),
    source: (now) => homeSource(published, now) ?? { firstStart: published.now.get().firstStart },
    body: (source) => homePage.draw(config, language, "score" in source ? homeView(source, sources, range) : source),
    cacheControl: (source, now) =>
      "score" in source && source.past ? currentCache(source.score.computedAt, now) : WAITING_CACHE,
  });
}

/** What is shown on the front page: drawn again on the first request after one of them has changed. */
function homeSource(published: Published, now: Instant) {
  const current = scoreAndMarket(published);
  if (current === undefined) return undefined;
  const { cycle: past } = renderState(published);
  const context = historyContext(published);
  const { computedAt } = current.score;
  return {
    ...current,
    /** Whole hours since a stale score. */
    staleHours: isStale(computedAt, now) ? Math.floor((now - computedAt) / HOUR_MS) : undefined,
    context,
    nextScoreAt: nextScoreAt(current.score, context?.minute, now),
    past,
    record: published.record.get(),
    measures: published.now.get().measures,
  };
}

function homeView(
  { context, past, record, ...shown }: NonNullable<ReturnType<typeof homeSource>>,
  sources: readonly AttributionRow[],
  range: CycleRange,
): HomeView {
  const { score, market } = shown;
  const { rows = [], yearAgo = [], settled = [] } = context ?? {};
  return {
    ...shown,
    sources,
    settled: settledRun(score, settled),
    changes: pointsSince(score, [...yearAgo, ...rows], [7, 365]),
    turns: past?.turns.map(({ kind, day, score: reading }) => ({ kind, year: yearOf(day), score: reading })),
    meanError: record?.hindsight?.meanAbsoluteError,
    whole: past && { past: withPriceNow(past, twoDecimals(market.btcPrice.value)), range },
  };
}

const record: PageResponder = ({ config, clock, published }) =>
  memoizedResponder(clock, {
    headers: pageHeaders(recordPage.policy(config)),
    source: () => ({ shown: published.record.get() }),
    body: ({ shown }) => recordPage.draw(config, "en", shown),
    cacheControl: ({ shown }, now) => (shown === undefined ? WAITING_CACHE : RECORD_CACHE.header(shown, now)),
  });

const status: PageResponder = (deps) =>
  memoizedResponder(deps.clock, {
    headers: pageHeaders(statusPage.policy(deps.config)),
    source: (now) => ({
      view: metaView(deps)(now),
      start: deps.published.now.get().firstStart,
      troubles: deps.published.now.get().troubles,
    }),
    body: ({ view, start, troubles }) => {
      const shown = view ? { ...view.figures, troubles } : { ...firstStart(start, deps.sources), troubles };
      return statusPage.draw(deps.config, "en", shown);
    },
    cacheControl: ({ view }, now) => (view === undefined ? WAITING_CACHE : statusCache(view.moments, now)),
  });

function firstStart(start: AwaitedScore["firstStart"], sources: readonly AttributionRow[]): AwaitedStart {
  if (start === undefined || start === "elsewhere") return {};
  const { share, stalledSince } = start;
  return stalledSince === undefined ? { share } : { share, stalledSince, silent: sources.map(({ title }) => title) };
}

/** `/embed`, whose previews and code follow `?theme`, `?size` and `?asset`; each choice is drawn at its first request. */
const embed: PageResponder = (deps, language) => {
  const made = new Map<string, Responder>(); // at most 18
  return (request, path) => {
    const query = queryOf(request.url ?? "");
    const choice = {
      theme: askedTheme(query, "auto"),
      size: askedSize(query, sizesOf("badge")),
      asset: askedAsset(query, deps.config),
    };
    const view = { choice, pictureSeconds: PICTURE_SECONDS };
    const name = Object.values(choice).join();
    const responder = made.get(name) ?? constantPage(deps, language, embedPage, view);
    made.set(name, responder);
    return responder(request, path);
  };
};

const docs: PageResponder = (deps, language) => constantPage(deps, language, docsPage, deps.documents.api);

const method: PageResponder = (deps, language) => constantPage(deps, language, methodPage, deps.documents.method);

const attribution: PageResponder = (deps, language) => constantPage(deps, language, attributionPage, deps.sources);

/** A page that stays the same while the service runs. */
function constantPage<View>({ config }: EndpointDeps, language: Language, page: PageKind<View>, view: View) {
  return staticResponder(pageHeaders(page.policy(config)), () => page.draw(config, language, view));
}

/** The front page in each language, by `?range`. */
const homes: readonly Endpoint[] = LANGUAGES.map((language) => ({
  path: pagePath("home", language),
  group: "page" as const,
  responder: (deps: EndpointDeps) => {
    const byRange = Object.fromEntries(
      CYCLE_RANGES.map((range) => [range, homeResponder(deps, language, range)]),
    ) as Record<CycleRange, Responder>;
    return (request, path) => byRange[askedRange(queryOf(request.url ?? ""))](request, path);
  },
}));

/** The pages besides the front page, each in its languages. */
const otherPages: readonly Endpoint[] = Object.entries({ record, method, embed, docs, status, attribution }).flatMap(
  ([name, responder]) => {
    const page = name as Page;
    return languagesOf(page).map((language) => ({
      path: pagePath(page, language),
      group: "page" as const,
      responder: (deps: EndpointDeps) => responder(deps, language),
    }));
  },
);

export const pages: readonly Endpoint[] = [...homes, ...otherPages];

/** Paths of files that only programs ask for: a page would help nobody there. */
const FILES = /^\/(?:api\/|assets\/[^/]*$|embed\/[^/]*\/[^/]*$)/;

/** 404: a page for browsers, which accept HTML, drawn once in each language; a problem document for programs. */
export function notFound(site: Site): Responder {
  const { contentType, extra } = pageHeaders(MISSING_PAGE_POLICY);
  const pageIn = (language: Language) =>
    uncachedResponse(404, contentType, Buffer.from(missingPage(site, language)), [...CORS_HEADERS, ...extra]);
  const english = pageIn("en");
  const others = LANGUAGES.filter((each) => each !== "en").map((each) => [each, pageIn(each)] as const);
  const byLanguage = new Map<string | undefined, PreparedResponse>(others);
  return ({ headers }, path) => {
    if (FILES.test(path) || headers.accept?.includes("text/html") !== true) return NOT_FOUND;
    return byLanguage.get(path.split("/")[1]) ?? english;
  };
}

function pageHeaders(policy: string, further: HeaderList = []) {
  return {
    contentType: "text/html; charset=utf-8",
    extra: ["Content-Security-Policy", policy, "Referrer-Policy", "no-referrer", ...further],
  };
}
