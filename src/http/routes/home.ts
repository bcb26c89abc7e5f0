import { LANGUAGES, type Language } from "../../chart/locale.js";
import type { Instant } from "../../domain/instant.js";
import { isStale } from "../../domain/score.js";
import type { Market } from "../../domain/snapshot.js";
import type { AttributionRow } from "../../site/attribution.js";
import { type Credits, HOME_PAGE_STYLE, homePage } from "../../site/home.js";
import { type Answer, type Content, timedAnswer } from "../answer.js";
import { currentCache, WAITING_CACHE } from "../cache.js";
import type { HttpDeps } from "../http-deps.js";
import { presentSnapshot } from "../present/snapshot.js";
import { QUICK, type Representation, representationOf } from "../representation.js";
import { pageManner } from "./page-manner.js";

export type HomeDeps = Pick<HttpDeps, "config" | "answers" | "clock" | "sources">;

/** The front page in each language, drawn on the first request after what it shows has changed. */
export function homeAnswers(deps: HomeDeps): (language: Language) => Answer {
  const manner = pageManner(HOME_PAGE_STYLE);
  const answers = new Map(
    LANGUAGES.map((language) => [language, timedAnswer(deps.clock, manner, homeContent(deps, language))]),
  );
  return (language) => {
    const answer = answers.get(language);
    if (answer === undefined) throw new RangeError(`not a language: ${language}`);
    return answer();
  };
}

/** Of what a page was drawn. */
interface Drawn {
  readonly snapshot: unknown;
  readonly days: unknown;
  readonly stale: boolean;
  readonly page: Representation;
}

function homeContent({ config, answers, sources }: HomeDeps, language: Language): (now: Instant) => Content {
  let waiting: Representation | undefined;
  let drawn: Drawn | undefined;
  return (now) => {
    const snapshot = answers.snapshot();
    const { days } = answers.scene();
    if (snapshot === undefined) {
      waiting ??= representationOf(homePage(config, language, undefined), QUICK);
      return { representation: waiting, cacheControl: WAITING_CACHE };
    }
    const { computedAt } = snapshot.score;
    const stale = isStale(computedAt, now);
    if (drawn?.snapshot !== snapshot || drawn.days !== days || drawn.stale !== stale) {
      const credits = creditsOf(snapshot.market, sources);
      const text = homePage(config, language, { current: presentSnapshot(snapshot, stale), days, credits });
      drawn = { snapshot, days, stale, page: representationOf(text, QUICK) };
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
