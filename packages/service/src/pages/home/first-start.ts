/** What the front page shows before the first score: how far the fetch of the past is, and the prices that are there. */
import { CSS_VARIABLES, formatUsd, type Language, rulerLine, tree } from "peak-cycle-drawing";
import { formatDay, formatInstant, type UtcDay } from "peak-cycle-model";
import type { FirstStart } from "../../domain/first-start.js";
import { cyclePlot } from "../cycle-plot.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

export function firstStartSection({ firstStart }: AwaitedScore, { site, language }: PageContext): Html {
  const { common, home } = localeOf(language);
  const { start } = home;
  const isHere = firstStart !== undefined && firstStart !== "elsewhere";
  return html`<section class="now start" aria-labelledby="start">
<h1 id="start">${home.title(site.indexName)}</h1>
<div class="big"><p class="score"><strong>–</strong></p>
<div class="phase"><strong class="soft">${start.phase}</strong>${isHere ? shareLoaded(firstStart, language) : undefined}</div></div>
<div class="where">${tree("svg", { class: "scale", viewBox: "0 0 320 8", "aria-hidden": "true" }, ...rulerLine({ x: 0, y: 4, width: 320 }, CSS_VARIABLES))}
<p class="waiting">${firstStart === "elsewhere" ? start.elsewhere : common.waiting}</p></div>
</section>
${isHere ? pricesSection(firstStart.prices, language) : undefined}`;
}

export interface AwaitedScore {
  /** `undefined` until something is known of it. */
  readonly firstStart: FirstStart | "elsewhere" | undefined;
}

function shareLoaded({ share, secondsLeft, stalledSince }: FirstStart, language: Language): Html {
  const { start } = localeOf(language).home;
  const format = formatOf(language);
  const percent = format.share(Math.floor(100 * share) / 100);
  const waiting = secondsLeft === undefined ? start.unknown : start.left(format.duration(secondsLeft));
  const left = stalledSince === undefined ? waiting : start.stalled(format.minute(formatInstant(stalledSince)));
  return html`
<span><strong>${percent}</strong> <progress value="${Math.round(share * 1000) / 1000}" aria-label="${start.heading}"></progress><br>${left} ${start.refreshes}</span>`;
}

/** The long chart as far as it can be drawn: the price without a color, over the bands of the phases. */
function pricesSection(prices: FirstStart["prices"], language: Language): Html | undefined {
  const [first, last] = [prices[0], prices.at(-1)];
  if (first === undefined || last === undefined || prices.length < 2) return undefined;
  const { cycle } = localeOf(language);
  const day = (at: UtcDay) => formatOf(language).day(formatDay(at));
  const usd = (price: number) => formatUsd(price, language);
  const points = prices.map(([at, priceUsd]) => ({ day: at, priceUsd, score: undefined, phase: undefined }));
  const textAlternative = cycle.prices(day(first[0]), usd(first[1]), day(last[0]), usd(last[1]));
  const plot = cyclePlot({ points, turns: [], isStale: true, isLive: true }, language, { textAlternative });
  return html`<section class="whole" aria-labelledby="cycle">
<h2 id="cycle" class="visually-hidden">${cycle.heading}</h2>
<figure>${plot}</figure>
</section>`;
}
