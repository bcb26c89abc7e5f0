/** The top of the front page: one verdict with its number, its phase and what it means, and the ruler. */
import { type Language, translate } from "peak-cycle-drawing";
import { dayOf, formatDay, formatInstant, scoreNumber, signalOf, type UtcDay } from "peak-cycle-model";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { ruler } from "../ruler.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function verdictSection(view: HomeView, { language }: PageContext): Html {
  const { score, staleHours, changes, turns = [] } = view;
  const { btc } = score;
  const format = formatOf(language);
  const { verdict: words, ruler: rulerWords } = localeOf(language).home;
  const [number, phase] = [scoreNumber(btc.score), translate(btc.phase, language)];
  const settled = settledLine(view, language);
  const moved = changes.flatMap((points, i) =>
    points === undefined
      ? []
      : [html`<span><b>${format.points(points)}</b> ${i === 0 ? words.week : words.year}</span> `],
  );
  return html`<section class="hero${staleHours === undefined ? "" : " stale"}" aria-labelledby="now">
<h1 id="now">${words.sentence(html`<span class="${btc.phase}">${words.places[btc.phase]}</span>`)}</h1>
<div class="verdict"><p class="score"><b>${format.score(number)}</b> <small>${words.of100}</small></p>
<p class="phase"><strong class="${btc.phase}">${phase}</strong> <small>${runText(view, language)}</small></p>
<div class="aside"><p><b>${translate(btc.signal, language)}.</b> ${reasonOf(view, language)}</p>${settled}
<p class="changes">${moved}${updated(view, language)}</p></div></div>
${ruler({ now: { score: number, phase: btc.phase }, turns }, language)}
${turns.length > 0 ? html`<p class="note">${rulerWords.key}</p>` : undefined}
</section>
`;
}

/** `for 45 days, since Oct 9`; if the settled phase differs, the one that the chart still shows. */
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

/** `settled: Hold since Nov 11`, if the settled signal differs from the hourly one. */
function settledLine({ score, settled }: HomeView, language: Language): Html | undefined {
  if (settled === undefined || settled.signal === score.btc.signal) return undefined;
  const { settledSignal } = localeOf(language).home.verdict;
  const day = sinceDay(settled.signalSince, score, language);
  return html`<p>${settledSignal(translate(settled.signal, language), day)}</p>`;
}

/** Why the signal is what it is: a warning moves it one step toward caution, unless it is already at the end. */
function reasonOf({ score: { btc, context } }: HomeView, language: Language): Text {
  const words = localeOf(language).home.verdict;
  const { descentGuard, topRisk } = context;
  if (descentGuard === null && topRisk === null) return words.calm;
  const warning = descentGuard === null ? "topRisk" : topRisk === null ? "descentGuard" : "both";
  const calm = signalOf(btc.phase, { descentGuard: null, topRisk: null });
  if (calm === btc.signal) return words.also[warning]("#warnings");
  return words.moved[warning](translate(calm, language), "#warnings");
}

/**
 * The time of the score. `follow.ts` of the widgets package replaces it with the age and fetches the next score when
 * due; `data-old` is put before the title when the score becomes stale on an open page.
 */
function updated({ score, nextScoreAt, staleHours }: HomeView, language: Language): Html {
  const { home } = localeOf(language);
  const format = formatOf(language);
  const computedAt = formatInstant(score.computedAt);
  const due = nextScoreAt && formatInstant(nextScoreAt);
  const words = html`data-stale="${home.verdict.stale("{}")}" data-old="${plainText(home.old)} "`;
  const shown =
    staleHours === undefined
      ? html`<time datetime="${computedAt}">${format.time(computedAt)} UTC</time>`
      : html`${home.verdict.stale(format.hours(staleHours))}`;
  return html`<span id="age" data-at="${computedAt}" data-next="${due}" ${words}>${shown}</span>`;
}
