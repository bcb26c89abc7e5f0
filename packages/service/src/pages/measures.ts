/** The measures on the score's scale, each as a dot on the same bands, and their mean as a line. */
import type { Language } from "peak-cycle-drawing";
import { type PhaseKey, type PositionKey, phaseOf } from "peak-cycle-model";
import { type Html, html, type Text } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { phaseNames, placeOf, SCALE_STYLE } from "./scale.js";
import { styleSheet } from "./style.js";

/** The measures of the score, in the order the method sums them. */
const NAMES = ["mvrv", "thermo", "plaw", "ma200w"] as const satisfies readonly PositionKey[];

/** The position of each measure in its band, 0..100; some may be missing. */
export type Places = Readonly<Partial<Record<PositionKey, number | undefined>>>;

export function countOf(places: Places): number {
  return NAMES.filter((name) => places[name] !== undefined).length;
}

/** @param mean of the places: the score */
export function measuresField(places: Places, mean: number, language: Language): Html {
  const words = localeOf(language).home.why;
  const rows = NAMES.flatMap((name) => {
    const place = places[name];
    if (place === undefined) return [];
    const [plain, technical] = words.names[name];
    return [row(html`${plain} <small>${technical}</small>`, { place, mean, dot: phaseOf(place).key })];
  });
  return html`<div class="above" aria-hidden="true">${phaseNames(language, phaseOf(mean).key)}</div>
<dl class="why">${rows}${row(html`<b>${words.mean}</b>`, { place: mean, mean, dot: "mean" })}
</dl>
`;
}

interface Row {
  /** 0..100 */
  readonly place: number;
  readonly mean: number;
  readonly dot: PhaseKey | "mean";
}

/** The number is on the side of its dot away from the mean's line. */
function row(name: Text, { place, mean, dot }: Row): Html {
  const isBefore = place > 88 || (place > 10 && place < mean);
  const at = placeOf(place);
  const marks = html`<i class="line ${placeOf(mean)}"></i><i class="dot ${dot} ${at}"></i>`;
  const number = html`<b class="${at}${isBefore ? " before" : ""}">${Math.round(place)}</b>`;
  return html`
<div><dt>${name}</dt><dd class="field">${marks}${number}</dd></div>`;
}

export const MEASURES_STYLE = SCALE_STYLE + styleSheet("./measures.css", import.meta.url);
