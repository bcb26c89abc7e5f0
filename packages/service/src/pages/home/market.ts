/** The market in one row on the front page: dominance, Fear & Greed and the crypto score, each with its source. */
import { translate } from "peak-cycle-drawing";
import { scoreNumber, wholeNumber } from "peak-cycle-model";
import { fearGreedClass, type Quote } from "../../domain/live-figures.js";
import type { SourceCredit } from "../../sources/source.js";
import { figureTiles, section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, webLink } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function marketSection({ market, sources, score }: HomeView, { language, pageLink }: PageContext): Html {
  const { market: words } = localeOf(language).home;
  const format = formatOf(language);
  const mood = wholeNumber(market.fearGreed.value);
  const { crypto } = score;
  const share = format.percent(Math.round(10 * market.btcDominance.value) / 10);
  const feeling = html`${mood} <span>${words.moods[fearGreedClass(mood)]}</span>`;
  const phase = html`<span class="${crypto.phase}">${translate(crypto.phase, language)}</span>`;
  const second = html`${format.score(scoreNumber(crypto.score))} ${phase}`;
  const weaker = html`<a href="${pageLink("method")}#crypto-score">${words.weaker}</a>`;
  return section("market", words.heading)`${figureTiles([
    [words.dominance, share, credit(market.btcDominance, sources)],
    [words.fearGreed, feeling, credit(market.fearGreed, sources)],
    [words.crypto, second, weaker],
  ])}`;
}

/** The name of the source of a live figure, as a link. */
export function credit({ source }: Quote, sources: readonly SourceCredit[]): Html | undefined {
  const row = sources.find((each) => each.name === source);
  const address = row && webLink(row.link);
  return row === undefined || address === undefined ? undefined : html`<a href="${address}">${row.attribution}</a>`;
}
