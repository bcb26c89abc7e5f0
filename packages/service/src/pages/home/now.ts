/** The top of the front page: where Bitcoin stands in a sentence, the number, its phase, its changes, and the ruler. */
import { formatUsd, type Language, translate } from "peak-cycle-drawing";
import { formatDay, formatInstant, scoreNumber, twoDecimals } from "peak-cycle-model";
import { facts, list } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, plainText, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { rulerFigure } from "../ruler.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function nowSection(view: HomeView, { language }: PageContext): Html {
  const { score, market, staleHours, changes, priceChange, turns = [] } = view;
  const { btc } = score;
  const format = formatOf(language);
  const words = localeOf(language).home.now;
  const number = scoreNumber(btc.score);
  const price = formatUsd(twoDecimals(market.btcPrice.value), language);
  const inADay = priceChange === undefined ? undefined : `${format.move(priceChange)} ${words.inADay}`;
  const { descentGuard, topRisk } = score.context;
  const isWarned = descentGuard !== null || topRisk !== null;
  const reason = `${words.because[btc.phase]}, ${isWarned ? words.because.warned : words.because.calm}`;
  const moved = changes.flatMap((points, i) =>
    points === undefined ? [] : [html`<b>${format.points(points)}</b> ${format.spans[i]}`],
  );
  return html`<section class="now${staleHours === undefined ? "" : " stale"}" aria-labelledby="now">
<h1 id="now">${words.stands(html`<span class="${btc.phase}">${words.places[btc.phase]}</span>`)}</h1>
<div class="big"><p class="score"><strong>${format.score(number)}</strong> <span class="soft">${words.of100}</span></p>
<div class="phase"><strong class="${btc.phase}">${translate(btc.phase, language)}</strong>
<span>${runText(view, language)}</span></div></div>
${moved.length > 0 ? list(moved, "row changes") : undefined}
${facts([
  ["Bitcoin", html`<strong>${price}</strong> ${inADay && html`<small>${inADay}</small>`}`],
  [words.signal, html`<strong>${translate(btc.signal, language)}</strong> <small>${reason}</small>`],
  [words.flags, flags(view, language)],
  [words.updated, updated(view, language)],
])}
<div class="where">${rulerFigure({ now: { score: number, phase: btc.phase }, turns }, language)}</div>
</section>`;
}

/** `for 45 days, since Oct 9, 2026`; where the settled phase is another one, that it holds until the score stays here. */
function runText({ score, settled }: HomeView, language: Language): Text | undefined {
  if (settled === undefined) return undefined;
  const words = localeOf(language).home.now;
  const { phase, days, since } = settled;
  if (phase !== score.btc.phase) {
    return words.crossed(html`<strong class="${phase}">${translate(phase, language)}</strong>`);
  }
  const format = formatOf(language);
  return words.run(format.days(days), format.day(formatDay(since)).replaceAll(" ", "\u00a0"));
}

/**
 * The minute of the score and of the next one. `follow.ts` of the package widgets writes its age before them, and asks for the
 * next score when it is due; `data-old` goes before the title when the score has become stale in the open page.
 */
function updated({ score, nextScoreAt, staleHours }: HomeView, language: Language): Html {
  const { home, cycle } = localeOf(language);
  const format = formatOf(language);
  const computedAt = formatInstant(score.computedAt);
  const stale = staleHours === undefined ? undefined : staleNote(format.hours(staleHours), language);
  const next = nextScoreAt === undefined || stale ? undefined : home.now.next(format.time(formatInstant(nextScoreAt)));
  // Of a score of today the time is enough; narrow pages say its age and the next one alone.
  const time = (text: string) => html`<time datetime="${computedAt}">${text}</time>`;
  const minute = next === undefined ? time(format.minute(computedAt)) : time(`${format.time(computedAt)} UTC`);
  const due = nextScoreAt && formatInstant(nextScoreAt);
  return html`<span id="age" data-at="${computedAt}" data-next="${due}" data-stale="${staleNote("{}", language)}" data-old="${plainText(cycle.old)} ">${stale && html`<strong class="mark">${stale}</strong>`}</span>
<small>${next === undefined ? minute : html`<span class="at">${minute}, </span>${next}`}</small>`;
}

function staleNote(age: string, language: Language): string {
  return `▲ ${plainText(localeOf(language).home.now.stale(age))}`;
}

/** `▲ Bear-market descent since Nov 8, 2024`, a line each. */
function flags({ score: { context }, flagsSince = {} }: HomeView, language: Language): Text {
  const words = localeOf(language).home.now;
  const raised = (["descentGuard", "topRisk"] as const).filter((flag) => context[flag] !== null);
  if (raised.length === 0) return words.noFlags;
  const lines = raised.map((flag) => {
    const from = flagsSince[flag];
    const since = from === undefined ? undefined : html` <small>${words.since(formatOf(language).day(from))}</small>`;
    return html`<span class="flag"><strong>▲\u00a0${translate(flag, language)}</strong>${since}</span>`;
  });
  return html`${lines}`;
}
