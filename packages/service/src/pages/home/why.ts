/** Why the score is what it is: where each measure lies in its own past, and their mean. */
import { type Language, PHASES, translate, translateShort } from "peak-cycle-drawing";
import { type PhaseKey, phaseOf } from "peak-cycle-model";
import type { Measures } from "../../publish/published.js";
import { section } from "../blocks.js";
import { type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import { placeOf } from "../places.js";
import type { PageContext } from "../site.js";
import type { HomeView } from "./home-view.js";

export function whySection({ measures = {}, score, meanError }: HomeView, page: PageContext): Html | undefined {
  const { why: words } = localeOf(page.language).home;
  const places = NAMES.flatMap((name) => {
    const place = measures[name];
    return place === undefined ? [] : [{ name, place }];
  });
  if (places.length === 0) return undefined;
  const mean = score.btc.score;
  const rows = places.map(({ name, place }) => {
    const [plain, technical] = words.names[name];
    return measureRow(html`${plain} <small>${technical}</small>`, { place, mean, dot: phaseOf(place).key });
  });
  const hindsight =
    meanError && html`<p class="note">${words.hindsight(`${Math.round(meanError)}`, page.pageLink("record"))}</p>`;
  return section("why", words.heading(`${Math.round(mean)}`, places.length))`<dl class="why">
${phaseNames(page.language, score.btc.phase)}${rows}${measureRow(html`<b>${words.mean}</b>`, { place: mean, mean, dot: "mean" })}
</dl>
${hindsight}`;
}

/** In the order in which the method sums them up. */
const NAMES = ["mvrv", "thermo", "plaw", "ma200w"] as const satisfies readonly (keyof Measures)[];

function phaseNames(language: Language, current: PhaseKey): Html {
  const names = PHASES.map(
    ({ key }) =>
      html`<span class="${key}${key === current ? " on" : ""}"><span class="long">${translate(key, language)}</span><span class="short">${translateShort(key, language)}</span></span>`,
  );
  return html`<div class="phases" aria-hidden="true">${names}</div>`;
}

interface Row {
  /** 0..100 */
  readonly place: number;
  readonly mean: number;
  readonly dot: PhaseKey | "mean";
}

/** The number stands on the side of its dot where the line of the mean is not. */
function measureRow(name: Text, { place, mean, dot }: Row): Html {
  const isBefore = place > 88 || (place > 10 && place < mean);
  const at = placeOf(place);
  return html`
<div><dt>${name}</dt><dd><i class="line ${placeOf(mean)}"></i><i class="dot ${dot} ${at}"></i><b class="${at}${isBefore ? " before" : ""}">${Math.round(place)}</b></dd></div>`;
}
