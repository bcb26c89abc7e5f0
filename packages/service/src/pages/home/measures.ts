/** Why the score is what it is: where each measure lies in its own past, and their mean. Nothing but this page shows them. */
import { CSS_VARIABLES, type Language, rulerLine, tree } from "peak-cycle-drawing";
import { type PhaseKey, scoreNumber } from "peak-cycle-model";
import type { Measures } from "../../publish/published.js";
import { section } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { HomeView } from "./home-view.js";

export function measuresSection({ measures = {}, score }: HomeView, language: Language): Html | undefined {
  const { measures: words } = localeOf(language).cycle;
  const format = formatOf(language);
  const places = NAMES.flatMap((name) => {
    const place = measures[name];
    return place === undefined ? [] : [{ ...words.names[name], place }];
  });
  if (places.length === 0) return undefined;
  const { btc } = score;
  const all = places.map(({ place }) => place);
  const [least, most] = [Math.min(...all), Math.max(...all)].map((place) => `${Math.round(place)}`) as [string, string];
  const number = format.score(scoreNumber(btc.score));
  const rows = places.map(({ plain, technical, place }) =>
    row(html`${plain} <small>${technical}</small>`, format.score(place), ruler(place)),
  );
  return section("why", words.heading(number, places.length))`<p class="lede">${words.lead(least, most)}</p>
<dl class="why">${rows}${row(html`<b>${words.mean(places.length)}</b>`, html`<b>${number}</b>`, ruler(btc.score, btc.phase))}
</dl>`;
}

/** In the order in which the method sums them up. */
const NAMES = ["mvrv", "thermo", "plaw", "ma200w"] as const satisfies readonly (keyof Measures)[];

function row(name: Text, value: Text, drawn: Html): Html {
  return html`
<div><dt>${name}</dt><dd>${drawn}${value}</dd></div>`;
}

/** @param place 0..100 @param phase its segment is the filled one */
function ruler(place: number, phase?: PhaseKey): Html {
  const marker = tree("path", { d: `M${10 * place} 2v16`, stroke: CSS_VARIABLES.text, "stroke-width": 4 });
  const line = rulerLine({ x: 0, y: 10, width: 1000 }, CSS_VARIABLES, phase && { score: place, phase });
  const box = { viewBox: "0 0 1000 20", preserveAspectRatio: "none", "aria-hidden": "true" };
  return html`${tree("svg", box, ...line, ...(phase === undefined ? [marker] : []))}`;
}
