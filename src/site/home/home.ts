import type { Stay } from "../../backtest/track-record.js";
import type { ChartDay } from "../../chart/chart-data.js";
import type { CyclePast, CycleRange } from "../../chart/cycle/cycle-data.js";
import { type Language, translate } from "../../chart/locale.js";
import { HALVING_DAYS } from "../../domain/day.js";
import { formatDay } from "../../domain/instant.js";
import { section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, trustedHtml } from "../html.js";
import { layout, pageName } from "../layout.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, type PageContext, pageContext, pagePath, type Site } from "../site.js";
import { BASE_STYLE } from "../style.js";
import { SHORT_STYLE, shortSection } from "./explained.js";
import { type AwaitedScore, FIRST_START_STYLE, firstStartSection } from "./first-start.js";
import { LONG_CHART_STYLE, lastDaysSection, longChartSection } from "./long-chart.js";
import { MEANING_STYLE, meaningSection } from "./meaning.js";
import { type Current, marketSection, NOW_STYLE, type NowView, nowSection } from "./now.js";
import { OVERLAYS_STYLE, overlaysSection } from "./overlays.js";

/** What the front page shows. */
export interface HomeView extends NowView {
  /** Oldest first; none until 30 are there. */
  readonly days: readonly ChartDay[];
  /** Missing before there is a record. */
  readonly whole?: WholeCycle | undefined;
}

/** The past since the first score, and the part of it that is seen first. */
interface WholeCycle {
  readonly past: CyclePast;
  /** Oldest first; the last one is under way. */
  readonly stays: readonly Stay[];
  readonly range: CycleRange;
}

/** Often enough to be seen moving, and no less than the time a cache may keep the page. */
const REFRESH_SECONDS = 5;

/** The front page, before the first score too. */
export function homePage(site: Site, language: Language, view: HomeView | AwaitedScore): string {
  const context = pageContext(site, "home", language);
  const cycleScript = "whole" in view && view.whole !== undefined ? ["/assets/cycle.js"] : [];
  return layout(context, {
    ...("current" in view ? headOf(context, view) : { refreshSeconds: REFRESH_SECONDS }),
    style: HOME_PAGE_STYLE,
    scripts: site.offlineCopy ? [...cycleScript, "/assets/follow.js"] : cycleScript,
    isInstallable: true,
    body: html`<h1>${localeOf(language).home.title(site.indexName)}</h1>
${"current" in view ? nowSection(view, language) : firstStartSection(view, language)}
${"current" in view ? pastSections(view, context) : undefined}
${shortSection(context)}`,
  });
}

/** `65.0 · Hot Zone · Peak Cycle Index`, so that a tab, a card and a search engine have the number; an old one says so. */
function headOf(context: PageContext, { current: { btc }, whole, days }: HomeView) {
  const { site, language } = context;
  const { old, moment } = localeOf(language).cycle;
  const { score, minute } = formatOf(language);
  const phase = translate(btc.phase_key, language);
  const mark = btc.stale ? `${plainText(old)} ` : "";
  const first = whole?.past.points[0];
  const from = first === undefined ? days[0]?.date : formatDay(first.day);
  const signal = translate(btc.signal, language);
  return {
    title: `${mark}${score(btc.score)} · ${phase} · ${site.indexName}`,
    description: `${mark}${plainText(moment(score(btc.score), phase, signal, minute(btc.updated_at)))}`,
    data: structuredData(context, btc, from),
  };
}

/** The whole cycle, what it means, earlier cycles, the market, and what to take away; without a record the last 30 days. */
function pastSections(view: HomeView, context: PageContext): Html {
  const { whole, current, days, settled } = view;
  const market = marketSection(view, context.language);
  if (whole === undefined) {
    return html`${days.length > 0 ? lastDaysSection(current, days, context) : undefined}${market}`;
  }
  const { past, stays, range } = whole;
  const cycles = HALVING_DAYS.filter((day) => day >= (past.points[0]?.day ?? day)).length;
  return html`${longChartSection({ past, range, isStale: current.btc.stale }, context)}
${settled && meaningSection({ stays, settled, cycles }, context)}${overlaysSection(past, context.language)}${market}${shareSection(context)}`;
}

/** What a reader can take away: link, picture, feeds, the page itself. */
function shareSection({ language, link, pageLink, site }: PageContext): Html {
  const { share } = localeOf(language).cycle;
  const query = language === "en" ? "" : `?lang=${language}`;
  const picture = link(`/embed/nhci-cycle.png${query}`);
  return section("share", share.heading)`<div class="acts">
<div><h3>${share.share}</h3><p>${share.shareText}</p>
<p class="buttons"><button type="button" id="copy" data-copied="${share.copied}" hidden>${share.copy}</button><a href="${picture}" download="peak-cycle.png">${share.picture}</a><a href="${pageLink("embed")}">${pageName("embed", language)}</a></p></div>
<div><h3>${share.follow}</h3><p>${share.followText}</p>
<p class="buttons"><a href="${link("/feed.atom")}">Atom</a><a href="${link("/feed.json")}">JSON Feed</a></p></div>
<div><h3>${share.install}</h3><p>${share.installText}${site.offlineCopy ? html` ${share.offlineText}` : undefined}</p></div>
</div>`;
}

/**
 * The site and its data for search engines, in the words of schema.org. The number stands there with the moment of its
 * computation, so that it is true however old the page is. A block of data is no script: the policy has nothing to allow.
 *
 * @param from YYYY-MM-DD, the first day of the data; `undefined` while there is no past
 */
function structuredData({ site, language }: PageContext, btc: Current["btc"], from: string | undefined): Html {
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
    dateModified: btc.updated_at,
    variableMeasured: {
      "@type": "PropertyValue",
      name: `${site.indexName}, ${btc.updated_at}`,
      description: translate(btc.phase_key, language),
      value: btc.score,
      minValue: 0,
      maxValue: 100,
    },
    distribution: [
      download("/api/public/nhci", "application/json"),
      download("/api/public/nhci/history", "application/json"),
      download("/api/public/nhci/history.csv", "text/csv"),
    ],
  };
  const website = { "@type": "WebSite", name: site.siteName, alternateName: site.indexName, url, inLanguage: language };
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": [website, dataset] });
  return html`<script type="application/ld+json">${trustedHtml(text.replaceAll("<", "\\u003c"))}</script>`;
}

/** What holds for all sections. */
const FRAME = `main{padding-top:.5rem}main>section:not(.now,.whole){margin:4rem 0 0}main>section>h2:not(.visually-hidden){border-top:1px solid var(--ink);padding-top:1.1rem;font-size:1.6rem;letter-spacing:-.015em}
h1{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0;margin:0 0 .1rem}
@media (max-width:43.7rem){h1{font-size:.8125rem}main>section:not(.now,.whole){margin-top:3rem}main>section>h2:not(.visually-hidden){font-size:1.375rem}header{padding-top:.4rem;padding-bottom:.2rem}main{padding-top:0}}
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem;max-width:42rem}
summary{cursor:pointer;margin-top:.75rem}`;

const SHARE_STYLE = `
.acts{display:grid;grid-template-columns:repeat(3,1fr);gap:1.5rem 2.5rem}.acts h3{margin:0}.acts p{margin:.35rem 0}.acts p:not(.buttons){color:var(--soft);font-size:.95rem}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem}.buttons>*{font:inherit;font-size:.875rem;line-height:20px;padding:.55rem .85rem;border:1px solid var(--line);background:none;color:var(--ink);text-decoration:none;border-radius:4px;cursor:pointer}.buttons>:hover{border-color:var(--ink)}.buttons [hidden]{display:none}
@media (max-width:50rem){.acts{grid-template-columns:1fr}}`;

/** All CSS of the page. */
export const HOME_PAGE_STYLE = `${BASE_STYLE}${FRAME}${NOW_STYLE}${LONG_CHART_STYLE}${MEANING_STYLE}${OVERLAYS_STYLE}${SHARE_STYLE}${FIRST_START_STYLE}${SHORT_STYLE}`;
