/** What the front page shows before the first score: the progress of the first fetch. */
import type { Language } from "peak-cycle-drawing";
import { formatInstant } from "peak-cycle-model";
import type { FirstStart } from "../../domain/first-start.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { ruler } from "../ruler.js";
import type { PageContext } from "../site.js";

export interface AwaitedScore {
  /** `undefined` until it is known. */
  readonly firstStart: FirstStart | "elsewhere" | undefined;
}

export function firstStartSection({ firstStart }: AwaitedScore, { language }: PageContext): Html {
  const { start } = localeOf(language).home;
  const isHere = firstStart !== undefined && firstStart !== "elsewhere";
  const reason = firstStart === "elsewhere" ? start.elsewhere : start.waiting;
  return html`<section class="hero" aria-labelledby="now">
<h1 id="now">${start.phase}</h1>
<p class="lede">${reason}</p>
${isHere ? shareLoaded(firstStart, language) : undefined}
${ruler({}, language)}
</section>
`;
}

function shareLoaded({ share, stalledSince }: FirstStart, language: Language): Html {
  const { start } = localeOf(language).home;
  const format = formatOf(language);
  const percent = format.share(Math.floor(100 * share) / 100);
  const stalled = stalledSince && html`<span>${start.stalled(format.minute(formatInstant(stalledSince)))}</span> `;
  const value = Math.round(share * 1000) / 1000;
  return html`<div class="loaded"><p><b>${percent}</b>
<progress value="${value}" aria-label="${start.heading}"></progress></p>
<p class="note">${stalled}<span>${start.refreshes}</span></p></div>`;
}
