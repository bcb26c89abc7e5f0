/** The 404 page for browsers: it says that the page does not exist, and has the menu and the score. */
import { type Language, translate } from "peak-cycle-drawing";
import { scoreNumber } from "peak-cycle-model";
import type { HourlyScore } from "../domain/hourly-score.js";
import { figureTiles } from "./blocks.js";
import { contentPolicy } from "./content-policy.js";
import { formatOf } from "./format.js";
import { type Html, html } from "./html.js";
import { layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import { type Page, pagePath, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** The same at every path, so its links start from the host's root. @param score `undefined` before the first */
export function missingPage(site: Site, language: Language, score: HourlyScore | undefined): string {
  const { heading, description } = localeOf(language).common.missing;
  const link = (to: string) => site.baseUrl.pathname.replace(/\/$/, "") + to;
  const pageLink = (to: Page) => link(pagePath(to, language));
  return layout({ site, page: undefined, language, path: "", link, pageLink }, BASE_STYLE, {
    title: html`${heading} · ${site.indexName}`,
    description,
    body: html`<h1>${heading}</h1>
<p class="lede">${description}</p>
${score && currentScore(score, pageLink("home"), language)}`,
  });
}

export const MISSING_PAGE_POLICY = contentPolicy(BASE_STYLE);

/** `43.6 Bull Active` below a link to the front page. */
function currentScore({ btc }: HourlyScore, home: string, language: Language): Html {
  const { now } = localeOf(language).common.missing;
  const number = formatOf(language).score(scoreNumber(btc.score));
  const phase = html`<span class="${btc.phase}">${translate(btc.phase, language)}</span>`;
  return figureTiles([[html`<a href="${home}">${now}</a>`, html`${number} ${phase}`]]);
}
