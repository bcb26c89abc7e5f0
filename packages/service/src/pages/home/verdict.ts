/** The top of the front page: one verdict with its number and its phase, four rows about it, and the ruler. */
import { formatUsd, type Language, translate } from "peak-cycle-drawing";
import { dayOf, formatDay, formatInstant, scoreNumber, signalOf, type UtcDay } from "peak-cycle-model";
import { facts } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { ruler } from "../ruler.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function verdictSection(view: HomeView, { language }: PageContext): Html {
  const { score, staleHours, turns = [] } = view;
  const { btc } = score;
  const { verdict: words } = localeOf(language).home;
  const number = scoreNumber(btc.score);
  const place = html`<span class="${btc.phase}">${words.places[btc.phase]}</span>`;
  const warning = warningOf(view);
  const rows = [
    [words.rows.signal, html`<b>${translate(btc.signal, language)}</b>${reasonOf(view, language)}`],
    [words.rows.score, changesOf(view, language)],
    ["Bitcoin", priceOf(view, language)],
    [words.rows.computed, updated(view, language)],
  ] as const;
  return html`<section class="hero${staleHours === undefined ? "" : " stale"}" aria-labelledby="now">
<h1 id="now">${words.sentence(place, warning ? words.warned[warning] : "")}</h1>
<div class="verdict"><div><p class="note">${words.scale}</p>
<div class="result"><p class="score"><b>${formatOf(language).score(number)}</b></p>
<p class="phase"><strong class="${btc.phase}">${translate(btc.phase, language)}</strong> <small>${runText(
    view,
    language,
  )}</small></p></div></div>
${facts(rows, "rows")}</div>
${ruler({ now: { score: number, phase: btc.phase }, turns }, language)}
</section>
`;
}

/** `since Oct 9 (45 days)`; or the settled phase, if it differs. */
function runText({ score, settled }: HomeView, language: Language): Text | undefined {
  if (settled === undefined) return undefined;
  const words = localeOf(language).home.verdict;
  const { phase, days, since } = settled;
  if (phase !== score.btc.phase) return words.crossed(translate(phase, language));
  return words.run(formatOf(language).days(days), sinceDay(since, score, language));
}

/** `Oct 9`, with its year after a year. */
function sinceDay(since: UtcDay, { computedAt }: HomeView["score"], language: Language): string {
  const format = formatOf(language);
  const day = dayOf(computedAt) - since < 365 ? format.shortDay(formatDay(since)) : format.day(formatDay(since));
  return day.replaceAll(" ", "\u00a0");
}

function warningOf({ score: { flags } }: HomeView): "topRisk" | "descentGuard" | "both" | undefined {
  const { descentGuard, topRisk } = flags;
  if (descentGuard === null) return topRisk === null ? undefined : "topRisk";
  return topRisk === null ? "descentGuard" : "both";
}

/**
 * Why the signal is what it is: a warning moves it one step toward caution, unless it is already at the end. Below it
 * `settled: Hold since Nov 11`, if the settled signal differs from the hourly one.
 */
function reasonOf(view: HomeView, language: Language): Text {
  const { score, settled } = view;
  const { verdict: words } = localeOf(language).home;
  const { btc } = score;
  const warning = warningOf(view);
  const without = words.without[warning === "both" ? "both" : "one"]("#warnings");
  const calm = signalOf(btc.phase, { descentGuard: null, topRisk: null });
  const warningReason = calm === btc.signal ? words.also(without) : words.moved(translate(calm, language), without);
  const reason = warning ? warningReason : words.calm;
  if (settled === undefined || settled.signal === btc.signal) return reason;
  const day = sinceDay(settled.signalSince, score, language);
  return html`${reason} <small>${words.settledSignal(translate(settled.signal, language), day)}</small>`;
}

/** `+2.3 in a week, −2.1 in a year`; `undefined` if neither is known. */
function changesOf({ changes }: HomeView, language: Language): Html | undefined {
  const { week, year } = localeOf(language).home.verdict;
  const parts = changes.flatMap((points, i) =>
    points === undefined ? [] : [html`<b>${formatOf(language).points(points)}</b> ${i === 0 ? week : year}`],
  );
  if (parts.length < 2) return parts[0];
  return html`${parts.map((part, i) => html`<span>${part}${i === 0 ? "," : ""}</span> `)}`;
}

/** `$90,112, +18.9% in 30 days` */
function priceOf({ market, priceChange }: HomeView, language: Language): Html {
  const { month } = localeOf(language).home.verdict;
  const change = priceChange === undefined ? "" : `, ${month(formatOf(language).gain(priceChange))}`;
  return html`<b>${formatUsd(market.btcPrice.value, language)}</b>${change}`;
}

/** From this age in hours on, a date is clearer than an age. */
const DATED_HOURS = 24;

/**
 * The time of the score. `follow.ts` of the widgets package replaces it with the age and fetches the next score when
 * due. `data-old` is prepended to the title when the score becomes stale on an open page.
 */
function updated({ score, nextScoreAt, staleHours }: HomeView, language: Language): Html {
  const { home } = localeOf(language);
  const format = formatOf(language);
  const computedAt = formatInstant(score.computedAt);
  const due = nextScoreAt && formatInstant(nextScoreAt);
  const date = format.minute(computedAt);
  const words = html`data-stale="${home.verdict.stale("{}")}" data-dated="${date}" data-old="${plainText(home.old)} "`;
  const timeText = staleHours === undefined ? `${format.time(computedAt)} UTC` : date;
  const age =
    staleHours === undefined || staleHours >= DATED_HOURS
      ? html`<time datetime="${computedAt}">${timeText}</time>`
      : html`${home.verdict.stale(format.hours(staleHours))}`;
  return html`<span id="age" data-at="${computedAt}" data-next="${due}" ${words}>${age}</span>`;
}
