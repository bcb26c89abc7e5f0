import type { IncomingMessage } from "node:http";
import type { TrackRecord } from "../../backtest/track-record.js";
import type { ChartDay } from "../../chart/chart-data.js";
import { CYCLE_RANGES, type CyclePast, type CycleRange } from "../../chart/cycle/cycle-data.js";
import { LANGUAGES, type Language } from "../../chart/locale.js";
import { formatInstant, HOUR_MS } from "../../domain/instant.js";
import { isStale } from "../../domain/score.js";
import type { Market, Snapshot } from "../../domain/snapshot.js";
import type { FirstStart } from "../../operations/backfill-steps.js";
import type { HistoryContext } from "../../operations/ports.js";
import { ATTRIBUTION_PAGE_STYLE, type AttributionRow, attributionPage } from "../../site/attribution.js";
import { DOCS_PAGE_STYLE, docsPage } from "../../site/docs.js";
import { EMBED_PAGE_STYLE, embedPage } from "../../site/embed.js";
import { HOME_PAGE_STYLE, homePage } from "../../site/home/home.js";
import type { Credits, FlagDays } from "../../site/home/now.js";
import { contentPolicy, MISSING_PAGE_STYLE, missingPage, type Needs } from "../../site/layout.js";
import { METHOD_PAGE_STYLE, methodPage } from "../../site/method.js";
import { RECORD_PAGE_STYLE, recordPage } from "../../site/record/record.js";
import { type Page, pagePath, type Site } from "../../site/site.js";
import { STATUS_PAGE_STYLE, type StatusView, statusPage } from "../../site/status.js";
import { apiReference } from "../api-reference.js";
import { currentCache, RECORD_CACHE, statusCache, WAITING_CACHE } from "../cache-control.js";
import { CORS_HEADERS } from "../cors.js";
import { type Endpoint, type EndpointDeps, type Responder, respondWith } from "../endpoint.js";
import { memoizedResponse, staticResponse } from "../memoized-response.js";
import { settledRun } from "../meta-figures.js";
import { NOT_FOUND } from "../problems.js";
import { queryOf } from "../query.js";
import { type PreparedResponse, type ResponseVariants, uncachedResponse } from "../response-variants.js";
import { presentSnapshot } from "./current.js";
import { type MetaView, metaView } from "./meta.js";

type PageResponse = (deps: EndpointDeps, language: Language) => () => ResponseVariants | undefined;

/** What is shown on the front page; drawn again on the first request after one of them has changed. */
interface HomeSource {
  readonly snapshot: Snapshot | undefined;
  /** Before the first score. */
  readonly firstStart: FirstStart | "elsewhere" | undefined;
  readonly days: readonly ChartDay[];
  /** Whole hours since a stale score; `undefined` while it is fresh. */
  readonly staleHours: number | undefined;
  /** The settled phase after each of the newest rows, oldest first. */
  readonly settledPhases: HistoryContext["settled"];
  /** The long chart, and the record that says what followed its phases. */
  readonly past: CyclePast | undefined;
  readonly record: TrackRecord | undefined;
}

/** The front page before the first score. */
const EMPTY_HOME = { days: [], staleHours: undefined, settledPhases: [], past: undefined, record: undefined };

/** The front page with a range of the long chart. */
function homeResponse({ config, clock, data, sources }: EndpointDeps, language: Language, range: CycleRange) {
  return memoizedResponse(clock, {
    headers: pageHeaders(HOME_PAGE_STYLE, {
      scripts: true,
      pictures: true, // the icons of the manifest
      manifest: true,
      worker: config.offlineCopy,
    }),
    source: (now): HomeSource => {
      const snapshot = data.snapshot();
      if (snapshot === undefined) return { ...EMPTY_HOME, snapshot, firstStart: data.firstStart() };
      const { days, cycle: past } = data.renderState();
      const settledPhases = data.historyContext()?.settled ?? EMPTY_HOME.settledPhases;
      const { computedAt } = snapshot.score;
      const staleHours = isStale(computedAt, now) ? Math.floor((now - computedAt) / HOUR_MS) : undefined;
      return { snapshot, firstStart: undefined, days, staleHours, settledPhases, past, record: data.record() };
    },
    text: ({ snapshot, firstStart, days, staleHours, settledPhases, past, record }) => {
      if (snapshot === undefined) return homePage(config, language, { firstStart });
      const credits = creditsOf(snapshot.market, sources);
      const settled = settledRun(snapshot.score, settledPhases) ?? undefined;
      const { laterPlace } = snapshot.score;
      const current = presentSnapshot(snapshot, staleHours !== undefined);
      const flagsSince = record && flagDays(record);
      const coveredShare = record?.place?.coveredShare;
      const now = { current, credits, settled, laterPlace, coveredShare, staleHours, flagsSince };
      const whole = past && record && { past, stays: record.stays, range };
      return homePage(config, language, { ...now, days, whole });
    },
    cacheControl: ({ snapshot, past }, now) =>
      snapshot === undefined || past === undefined ? WAITING_CACHE : currentCache(snapshot.score.computedAt, now),
  });
}

/** A run of days with a flag that ends with the record goes on. */
function flagDays(record: TrackRecord): FlagDays {
  const since = (flag: "descentGuard" | "topRisk") => {
    const last = record[flag].alarms.at(-1);
    return last !== undefined && last.to >= record.to ? { [flag]: last.from } : {};
  };
  return { ...since("descentGuard"), ...since("topRisk") };
}

function creditsOf({ btcPrice, btcDominance, fearGreed }: Market, sources: readonly AttributionRow[]): Credits {
  const rowOf = (name: string) => sources.find((each) => each.source === name);
  return {
    price: rowOf(btcPrice.source),
    dominance: rowOf(btcDominance.source),
    fearGreed: rowOf(fearGreed.source),
  };
}

/** The track record; before there is one, the page says so. */
const record: PageResponse = ({ config, clock, data }, language) =>
  memoizedResponse(clock, {
    headers: pageHeaders(RECORD_PAGE_STYLE),
    source: () => ({ shown: data.record() }),
    text: ({ shown }) => recordPage(config, language, shown),
    cacheControl: ({ shown }) => (shown === undefined ? WAITING_CACHE : RECORD_CACHE),
  });

/** The status page; before the first score, it says so. */
const status: PageResponse = (deps, language) =>
  memoizedResponse(deps.clock, {
    headers: pageHeaders(STATUS_PAGE_STYLE),
    source: (now) => ({ view: metaView(deps)(now) }),
    text: ({ view }) => statusPage(deps.config, language, view && statusViewOf(view)),
    cacheControl: ({ view }, now) => (view === undefined ? WAITING_CACHE : statusCache(view.moments, now)),
  });

function statusViewOf({ at, meta, source }: MetaView): StatusView {
  return { at: formatInstant(at), meta, served: source.historyContext?.served ?? [] };
}

/** Shows the widgets themselves. */
const embed: PageResponse = ({ config, scripts }, language) =>
  staticResponse(pageHeaders(EMBED_PAGE_STYLE, { scripts: true, requests: true, frames: true, pictures: true }), () =>
    embedPage(config, language, scripts.code),
  );

/** Asks the API from a button. */
const docs: PageResponse = ({ config, endpoints }, language) =>
  staticResponse(pageHeaders(DOCS_PAGE_STYLE, { scripts: true, requests: true }), () =>
    docsPage(config, language, apiReference(endpoints)),
  );

/** The words of docs/method.md. */
const method: PageResponse = ({ config, method: text }, language) =>
  staticResponse(pageHeaders(METHOD_PAGE_STYLE), () => methodPage(config, language, text));

const attribution: PageResponse = ({ config, sources }, language) =>
  staticResponse(pageHeaders(ATTRIBUTION_PAGE_STYLE), () => attributionPage(config, language, sources));

/** The front page by `?range`; each range is drawn on the first request for it. */
const homes: readonly Endpoint[] = LANGUAGES.map((language) => ({
  path: pagePath("home", language),
  group: "page" as const,
  responder: (deps: EndpointDeps) => {
    const responderOf = (range: CycleRange) => respondWith(homeResponse(deps, language, range));
    const all = responderOf("all");
    const byRange = new Map<string | null, Responder>(CYCLE_RANGES.map((range) => [range, responderOf(range)]));
    return (request, path) => (byRange.get(queryOf(request.url ?? "").get("range")) ?? all)(request, path);
  },
}));

/** The pages for people, each in every language. */
const others: readonly Endpoint[] = Object.entries({ record, method, embed, docs, status, attribution }).flatMap(
  ([page, response]) =>
    LANGUAGES.map((language) => ({
      path: pagePath(page as Page, language),
      group: "page" as const,
      responder: (deps: EndpointDeps) => respondWith(response(deps, language)),
    })),
);

export const pages: readonly Endpoint[] = [...homes, ...others];

/** Paths of files that only programs ask for: a page would help nobody there. */
const FILES = /^\/(?:api\/|assets\/[^/]*$|embed\/[^/]*\/[^/]*$)/;

/** 404: a page for browsers, which accept HTML; a problem document for programs. */
export function notFound(site: Site, { headers }: Pick<IncomingMessage, "headers">, path: string): PreparedResponse {
  if (FILES.test(path) || headers.accept?.includes("text/html") !== true) return NOT_FOUND;
  const language = LANGUAGES.find((each) => each === path.split("/")[1]) ?? "en";
  const body = Buffer.from(missingPage(site, language, path));
  const { contentType, extra } = pageHeaders(MISSING_PAGE_STYLE);
  return uncachedResponse(404, contentType, body, [...CORS_HEADERS, ...extra]);
}

/** @param style all of the page's CSS */
function pageHeaders(style: string, needs: Needs = {}) {
  return {
    contentType: "text/html; charset=utf-8",
    extra: ["Content-Security-Policy", contentPolicy(style, needs), "Referrer-Policy", "no-referrer"],
  };
}
