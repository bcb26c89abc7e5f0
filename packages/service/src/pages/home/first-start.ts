/**
 * What the front page shows before the first score: how far the fetch of the past is, and the prices that are there.
 */
import { formatUsd, type Language } from "peak-cycle-drawing";
import { formatDay, formatInstant, type UtcDay } from "peak-cycle-model";
import type { FirstStart } from "../../domain/first-start.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { ruler } from "../ruler.js";
import type { PageContext } from "../site.js";
import { plot } from "./chart.js";

export interface AwaitedScore {
  /** `undefined` until something is known of it. */
  readonly firstStart: FirstStart | "elsewhere" | undefined;
}

export function firstStartSection({ firstStart }: AwaitedScore, { site, language }: PageContext): Html {
  const { home } = localeOf(language);
  const { start } = home;
  const isHere = firstStart !== undefined && firstStart !== "elsewhere";
  const reason = firstStart === "elsewhere" ? start.elsewhere : start.waiting;
  return html`<section class="hero start" aria-labelledby="now">
<h1 id="now">${home.title(site.indexName)}</h1>
<div class="verdict"><p class="score"><b>–</b></p>
<p class="phase"><strong>${start.phase}</strong> <small>${reason}</small></p>
${isHere ? shareLoaded(firstStart, language) : undefined}</div>
${ruler({}, language)}
</section>
${isHere ? pricesSection(firstStart.prices, language) : undefined}`;
}

function shareLoaded({ share, secondsLeft, stalledSince }: FirstStart, language: Language): Html {
  const { start } = localeOf(language).home;
  const format = formatOf(language);
  const percent = format.share(Math.floor(100 * share) / 100);
  const waiting = secondsLeft === undefined ? start.unknown : start.left(format.duration(secondsLeft));
  const left = stalledSince === undefined ? waiting : start.stalled(format.minute(formatInstant(stalledSince)));
  const value = Math.round(share * 1000) / 1000;
  return html`<div class="aside"><p><b>${percent}</b>
<progress value="${value}" aria-label="${start.heading}"></progress></p>
<p class="changes"><span>${left}</span> <span>${start.refreshes}</span></p></div>`;
}

/** The chart as far as it can be drawn: the price without a color, over the bands of the phases. */
function pricesSection(prices: FirstStart["prices"], language: Language): Html | undefined {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined || prices.length < 2) return undefined;
  const { chart } = localeOf(language).home;
  const day = (at: UtcDay) => formatOf(language).day(formatDay(at));
  const usd = (price: number) => formatUsd(price, language);
  const points = prices.map(([at, priceUsd]) => ({ day: at, priceUsd, score: undefined, phase: undefined }));
  const textAlternative = chart.prices(day(first[0]), usd(first[1]), day(last[0]), usd(last[1]));
  return html`<section class="chart" aria-labelledby="chart">
<h2 id="chart" class="visually-hidden">${chart.name}</h2>
${plot({ points, turns: [], isStale: true }, language, textAlternative)}
</section>`;
}
