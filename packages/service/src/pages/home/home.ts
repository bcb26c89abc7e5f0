/** The front page: one verdict, the ruler, the whole-cycle chart, why this number, the market, actions, questions. */
import { embedPath, translate } from "peak-cycle-drawing";
import { formatInstant, scoreNumber } from "peak-cycle-model";
import { section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { pageKind } from "../page-kind.js";
import { countOf, POSITIONS_STYLE, positionsField } from "../positions.js";
import { RULER_STYLE } from "../ruler.js";
import { addressOf, type PageContext, WAITING_SECONDS } from "../site.js";
import { BASE_STYLE, styleSheet } from "../style.js";
import { CHART_STYLE, chartSection } from "./chart.js";
import { type AwaitedScore, firstStartSection } from "./first-start.js";
import type { HomeView } from "./home-view.js";
import { marketSection } from "./market.js";
import { questionsSection } from "./questions.js";
import { verdictSection } from "./verdict.js";

export const homePage = pageKind({
  page: "home",
  style: BASE_STYLE + POSITIONS_STYLE + RULER_STYLE + styleSheet("./home.css", import.meta.url) + CHART_STYLE,
  // `img-src` is for the manifest's icons.
  needs: ["img-src", "script-src", "manifest-src"],
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
 * `65.0 · Hot Zone · Peak Cycle Index`, so that tabs, cards and search engines show the number; a stale one says so.
 */
function headOf({ site, language }: PageContext, { score, staleHours }: HomeView) {
  const { old, moment } = localeOf(language).home;
  const format = formatOf(language);
  const number = format.score(scoreNumber(score.btc.score));
  const phase = translate(score.btc.phase, language);
  const signal = translate(score.btc.signal, language);
  const mark = staleHours === undefined ? "" : `${plainText(old)} `;
  const minute = format.minute(formatInstant(score.computedAt));
  return {
    title: `${mark}${number} · ${phase} · ${site.indexName}`,
    description: `${mark}${plainText(moment(number, phase, signal, minute))}`,
    pictureDay: formatInstant(score.computedAt).slice(0, 10),
  };
}

/** Why the score has its value: the four measures behind it, and how far off it was in the past. */
function whySection({ positions = {}, score, meanError }: HomeView, page: PageContext): Html | undefined {
  const { why: words } = localeOf(page.language).home;
  const count = countOf(positions);
  if (count === 0) return undefined;
  const mean = score.btc.score;
  const hindsight =
    meanError && html`<p class="note">${words.hindsight(`${Math.round(meanError)}`, page.pageLink("record"))}</p>`;
  const heading = words.heading(`${Math.round(mean)}`, count);
  return section("why", heading)`${positionsField(positions, mean, page.language)}${hindsight}`;
}

/** `home.ts` of the widgets package makes "Share" copy the page's URL. */
function actionsSection({ site, language, link, path, pageLink }: PageContext): Html {
  const { actions: words } = localeOf(language).home;
  const picture = embedPath({ kind: "cycle-png", size: "lg", theme: "light", language }) ?? "";
  return html`<section class="actions" aria-label="${words.label}">
<a class="button" id="share" href="${addressOf(site, path)}" data-copied="${words.copied}">${words.share}</a>
<a class="button" href="${link(picture)}" download="bitcoin-cycle.png">${words.picture}</a>
<a class="button filled" href="${pageLink("embed")}">${words.embed}</a>
<a class="button" href="${pageLink("feed")}">${site.followUrl ? words.follow : words.feed}</a>
</section>
`;
}
