import type { Stay } from "../../backtest/track-record.js";
import type { ChartDay } from "../../chart/chart-data.js";
import { cycleDeclarations, DARK_CYCLE, LIGHT_CYCLE } from "../../chart/colors.js";
import type { CyclePast, CycleRange } from "../../chart/cycle/cycle-data.js";
import { type Language, translate } from "../../chart/locale.js";
import { HALVING_DAYS } from "../../domain/day.js";
import { formatDay } from "../../domain/instant.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText } from "../html.js";
import { layout } from "../layout.js";
import { localeOf } from "../locales/locales.js";
import { type PageContext, pageContext, type Site } from "../site.js";
import { BASE_STYLE } from "../style.js";
import { SHORT_STYLE, shortSection } from "./explained.js";
import { type AwaitedScore, FIRST_START_STYLE, firstStartSection } from "./first-start.js";
import { LAST_DAYS_STYLE, lastDaysSection } from "./last-days.js";
import { LONG_CHART_STYLE, longChartSection } from "./long-chart.js";
import { MEANING_STYLE, meaningSection } from "./meaning.js";
import { marketSection, NOW_STYLE, type NowView, nowSection } from "./now.js";
import { OVERLAYS_STYLE, overlaysSection } from "./overlays.js";
import { SHARE_STYLE, shareSection } from "./share.js";
import { structuredData } from "./structured-data.js";

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
  const { home } = localeOf(language);
  const context = pageContext(site, "home", language);
  const cycleScript = "whole" in view && view.whole !== undefined ? ["/assets/cycle.js"] : [];
  return layout(site, {
    page: "home",
    language,
    ...("current" in view
      ? headOf(site, language, view)
      : { title: home.title(site.indexName), description: home.description, refreshSeconds: REFRESH_SECONDS }),
    style: HOME_PAGE_STYLE,
    scripts: site.offlineCopy ? [...cycleScript, "/assets/follow.js"] : cycleScript,
    isInstallable: true,
    body: html`<h1>${home.title(site.indexName)}</h1>
${"current" in view ? nowSection(view, language) : firstStartSection(view, language)}
${"current" in view ? pastSections(view, context) : undefined}
${shortSection(context)}`,
  });
}

/** `65.0 · Hot Zone · Peak Cycle Index`, so that a tab, a card and a search engine have the number; an old one says so. */
function headOf(site: Site, language: Language, { current: { btc }, whole, days }: HomeView) {
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
    data: structuredData(site, language, { score: btc.score, phase, computedAt: btc.updated_at, from }),
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
${settled && meaningSection({ stays, settled, cycles }, context)}
${overlaysSection(past, context.language)}
${market}
${shareSection(context)}`;
}

/** What holds for all sections. */
const FRAME = `:root{${cycleDeclarations(LIGHT_CYCLE)}}@media (prefers-color-scheme:dark){:root{${cycleDeclarations(DARK_CYCLE)}}}@media print{:root{${cycleDeclarations(LIGHT_CYCLE)}}}
main{padding-top:.5rem}main>section:not(.now,.whole){margin:4rem 0 0}main>section>h2:not(.visually-hidden){border-top:1px solid var(--ink);padding-top:1.1rem;font-size:1.6rem;letter-spacing:-.015em}
h1{font-size:.95rem;font-weight:400;color:var(--soft);letter-spacing:0;margin:0 0 .1rem}
@media (max-width:43.7rem){h1{font-size:.8125rem}main>section:not(.now,.whole){margin-top:3rem}main>section>h2:not(.visually-hidden){font-size:1.375rem}header{padding-top:.4rem;padding-bottom:.2rem}main{padding-top:0}}
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem;max-width:42rem}
summary{cursor:pointer;margin-top:.75rem}`;

/** All CSS of the page. */
export const HOME_PAGE_STYLE = `${BASE_STYLE}${FRAME}${NOW_STYLE}${LONG_CHART_STYLE}${MEANING_STYLE}${OVERLAYS_STYLE}${SHARE_STYLE}${FIRST_START_STYLE}${SHORT_STYLE}${LAST_DAYS_STYLE}`;
