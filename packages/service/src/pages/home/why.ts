/** Why the score is what it is: its measures, and how far off it was in the past. */
import { section } from "../blocks.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { countOf, measuresField } from "../measures.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function whySection({ measures = {}, score, meanError }: HomeView, page: PageContext): Html | undefined {
  const { why: words } = localeOf(page.language).home;
  const count = countOf(measures);
  if (count === 0) return undefined;
  const mean = score.btc.score;
  const hindsight =
    meanError && html`<p class="note">${words.hindsight(`${Math.round(meanError)}`, page.pageLink("record"))}</p>`;
  return section(
    "why",
    words.heading(`${Math.round(mean)}`, count),
  )`${measuresField(measures, mean, page.language)}${hindsight}`;
}
