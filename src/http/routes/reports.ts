import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language } from "../../chart/locale.js";
import { formatInstant, type Instant } from "../../domain/instant.js";
import { RECORD_PAGE_STYLE, recordPage } from "../../site/record/record.js";
import { pagePath } from "../../site/site.js";
import { STATUS_PAGE_STYLE, type Standing, statusPage } from "../../site/status.js";
import type { Answer } from "../answer.js";
import { RECORD_CACHE, standingCache, WAITING_CACHE } from "../cache.js";
import type { HttpDeps } from "../http-deps.js";
import type { MetaView } from "../meta-view.js";
import { shownAnswer } from "../shown-answer.js";
import { pageManner } from "./page-manner.js";
import { serveShown } from "./serve-shown.js";

type ReportDeps = Pick<HttpDeps, "config" | "notices" | "clock">;
type Views = (now: Instant) => MetaView | undefined;

const RECORD_MANNER = pageManner(RECORD_PAGE_STYLE);
const STATUS_MANNER = pageManner(STATUS_PAGE_STYLE);

/** Stands for a thing that is not there yet. */
const WAITING = Symbol("nothing to show yet");

/** The pages that say what came of the score, and how the service keeps up; before there is anything, they say so. */
export function reportRoutes(app: FastifyInstance, deps: ReportDeps, views: Views): void {
  for (const language of LANGUAGES) {
    serveShown(app, pagePath("record", language), recordAnswer(deps, language));
    serveShown(app, pagePath("status", language), statusAnswer(deps, language, views));
  }
}

function recordAnswer({ config, notices, clock }: ReportDeps, language: Language): () => Answer | undefined {
  return shownAnswer(clock, {
    manner: RECORD_MANNER,
    thing: () => notices.record() ?? WAITING,
    text: (record) => recordPage(config, language, record === WAITING ? undefined : record),
    cacheControl: (record) => (record === WAITING ? WAITING_CACHE : RECORD_CACHE),
  });
}

function statusAnswer({ config, clock }: ReportDeps, language: Language, views: Views): () => Answer | undefined {
  return shownAnswer(clock, {
    manner: STATUS_MANNER,
    thing: (now) => views(now) ?? WAITING,
    text: (view) => statusPage(config, language, view === WAITING ? undefined : standingOf(view)),
    cacheControl: (view, now) => (view === WAITING ? WAITING_CACHE : standingCache(view.moments, now)),
  });
}

function standingOf({ at, meta, historyContext }: MetaView): Standing {
  return { at: formatInstant(at), meta, served: historyContext?.served ?? [] };
}
