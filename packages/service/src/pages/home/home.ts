/**
 * The front page: one verdict, the ruler, the whole-cycle chart, why this number, the market, what to take away,
 * questions.
 */
import { translate } from "peak-cycle-drawing";
import { formatDay, formatInstant, MAX_SCORE, scoreNumber } from "peak-cycle-model";
import type { HourlyScore } from "../../domain/snapshot.js";
import { formatOf } from "../format.js";
import { dataBlock, type Html, html, plainText } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { MEASURES_STYLE } from "../measures.js";
import { pageKind } from "../page-kind.js";
import { RULER_STYLE } from "../ruler.js";
import { addressOf, type PageContext, pagePath, WAITING_SECONDS } from "../site.js";
import { BASE_STYLE, styleSheet } from "../style.js";
import { actionsSection } from "./actions.js";
import { CHART_STYLE, chartSection } from "./chart.js";
import { type AwaitedScore, firstStartSection } from "./first-start.js";
import type { HomeView } from "./home-view.js";
import { marketSection } from "./market.js";
import { questionsSection } from "./questions.js";
import { verdictSection } from "./verdict.js";
import { whySection } from "./why.js";

export const homePage = pageKind({
  page: "home",
  style: BASE_STYLE + MEASURES_STYLE + RULER_STYLE + styleSheet("./home.css", import.meta.url) + CHART_STYLE,
  // The pictures are the icons of the manifest.
  needs: () => ["img-src", "script-src", "connect-src", "manifest-src"],
  content: (context, view: HomeView | AwaitedScore) => {
    const isScored = "score" in view;
    const isWhole = isScored && view.whole !== undefined;
    return {
      ...(isScored ? headOf(context, view) : firstHead(context)),
      ...(isWhole ? {} : { refreshSeconds: WAITING_SECONDS }),
      scripts: isScored ? ["/assets/home.js"] : [],
      isInstallable: true,
      body: html`${isScored ? scoredSections(view, context) : firstStartSection(view, context)}
${questionsSection(context)}`,
    };
  },
});

/** Without a record there is no chart yet. */
function scoredSections(view: HomeView, context: PageContext): Html {
  const chart = view.whole && chartSection(view, view.whole, context);
  const why = whySection(view, context);
  return html`${verdictSection(view, context)}${chart}${why}${marketSection(view, context)}${actionsSection(context)}`;
}

function firstHead({ site, language }: PageContext) {
  const { title, description } = localeOf(language).home;
  return { title: title(site.indexName), description };
}

/**
 * `65.0 · Hot Zone · Peak Cycle Index`, so that a tab, a card and a search engine have the number; an old one says so.
 */
function headOf(context: PageContext, { score, staleHours, whole }: HomeView) {
  const { site, language } = context;
  const { old, moment } = localeOf(language).home;
  const format = formatOf(language);
  const number = format.score(scoreNumber(score.btc.score));
  const phase = translate(score.btc.phase, language);
  const signal = translate(score.btc.signal, language);
  const mark = staleHours === undefined ? "" : `${plainText(old)} `;
  const minute = format.minute(formatInstant(score.computedAt));
  const first = whole?.past.points[0];
  return {
    title: `${mark}${number} · ${phase} · ${site.indexName}`,
    description: `${mark}${plainText(moment(number, phase, signal, minute))}`,
    pictureDay: formatInstant(score.computedAt).slice(0, 10),
    data: structuredData(context, score, first && formatDay(first.day)),
  };
}

/**
 * The site and its data for search engines, in the words of schema.org. The number stands there with the moment of its
 * computation, so that it is true however old the page is. A block of data is no script: the policy has nothing to
 * allow.
 *
 * @param from YYYY-MM-DD, the first day of the data; `undefined` while there is no past
 */
function structuredData(
  { site, language }: PageContext,
  { btc, computedAt }: HourlyScore,
  from: string | undefined,
): Html {
  const modified = formatInstant(computedAt);
  const url = addressOf(site, pagePath("home", language));
  const download = (path: string, encodingFormat: string) => ({
    "@type": "DataDownload",
    contentUrl: addressOf(site, path),
    encodingFormat,
  });
  const dataset = {
    "@type": "Dataset",
    name: site.indexName,
    description: plainText(localeOf(language).home.description),
    url,
    inLanguage: language,
    isAccessibleForFree: true,
    license: addressOf(site, pagePath("attribution", language)),
    creator: { "@type": "Organization", name: site.siteName, url: addressOf(site, "/") },
    measurementTechnique: addressOf(site, pagePath("method", language)),
    ...(from === undefined ? {} : { temporalCoverage: `${from}/..` }),
    dateModified: modified,
    variableMeasured: {
      "@type": "PropertyValue",
      name: `${site.indexName}, ${modified}`,
      description: translate(btc.phase, language),
      value: scoreNumber(btc.score),
      minValue: 0,
      maxValue: MAX_SCORE,
    },
    distribution: [
      download("/api/public/nhci", "application/json"),
      download("/api/public/nhci/history", "application/json"),
      download("/api/public/nhci/history.csv", "text/csv"),
    ],
  };
  const website = { "@type": "WebSite", name: site.siteName, alternateName: site.indexName, url, inLanguage: language };
  return dataBlock("application/ld+json", { "@context": "https://schema.org", "@graph": [website, dataset] });
}
