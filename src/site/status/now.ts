import { type Language, translate } from "../../chart/locale.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import type { StatusNowWords } from "../locales/status-shape.js";
import { ago, dayCount, points, shareFormat } from "./figures.js";
import type { Standing, StandingMeta } from "./standing.js";

/** Whether the score is fresh, when the next one comes, and where it stands. */
export function nowSection({ at, meta }: Standing, words: StatusNowWords, language: Language): Html {
  const format = formatOf(language);
  const ageSeconds = (Date.parse(at) - Date.parse(meta.updated_at)) / 1000;
  const verdict = meta.stale
    ? html`<p class="verdict mark"><span aria-hidden="true">○</span> ${words.stale}</p>`
    : html`<p class="verdict"><span aria-hidden="true">●</span> ${words.fresh}</p>`;
  const moment = (instant: string | null) =>
    instant === null ? html`${words.unknown}` : html`<time datetime="${instant}">${format.minute(instant)}</time>`;
  const overdue = meta.next.history_at < at ? html` <span class="mark">${words.overdue}</span>` : undefined;
  return html`<section aria-labelledby="now">
<h2 id="now">${words.heading}</h2>
${verdict}
<dl class="facts">
<div><dt>${words.computed}</dt><dd>${moment(meta.updated_at)} <span class="soft">${ago(ageSeconds, language)}</span></dd></div>
<div><dt>${words.nextScore}</dt><dd>${moment(meta.next.score_at)}</dd></div>
<div><dt>${words.nextRow}</dt><dd>${moment(meta.next.history_at)}${overdue}</dd></div>
<div><dt>${words.score}</dt><dd>${format.score(meta.btc.score)}</dd></div>
<div><dt>${words.phase}</dt><dd>${phase(meta, words, language)}</dd></div>
<div><dt>${words.change}</dt><dd>${changes(meta, words, language)}</dd></div>
<div><dt>${words.coverage}</dt><dd>${coverage(meta.coverage, words, language)}</dd></div>
</dl>
</section>`;
}

function phase({ btc }: StandingMeta, words: StatusNowWords, language: Language): Html {
  const name = html`<strong class="${btc.phase_key}">${translate(btc.phase_key, language)}</strong>`;
  if (btc.phase_since === null || btc.days_in_phase === null) return name;
  const since = words.since(dayCount(btc.days_in_phase, language), formatOf(language).day(btc.phase_since));
  return html`${name}, ${since}`;
}

function changes({ btc }: StandingMeta, words: StatusNowWords, language: Language): Html {
  const { "1d": day, "7d": week, "30d": month } = btc.change;
  const told = [day, week, month].map(
    (change, i) => html`
<li><span class="soft">${words.spans[i]}</span> ${change === null ? words.unknown : points(change, language)}</li>`,
  );
  return html`<ul class="row">${told}
</ul>`;
}

function coverage(share: number, words: StatusNowWords, language: Language): string {
  return share >= 1 ? words.complete : words.partly(shareFormat(language)(share));
}
