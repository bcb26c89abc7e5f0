/** Measures on the ruler of the score, each a dot in the same field of bands, and their mean as a line. */
import { type Language, PHASES, translate, translateShort } from "peak-cycle-drawing";
import { type PhaseKey, type PositionKey, phaseOf } from "peak-cycle-model";
import { type Html, html, type Text } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { PLACES_STYLE, placeOf } from "./places.js";
import { styleSheet } from "./style.js";

/** The measures of the score in the order in which the method sums them up. */
const NAMES = ["mvrv", "thermo", "plaw", "ma200w"] as const satisfies readonly PositionKey[];

/** Where each measure lies in its band, 0..100; some may be missing. */
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
  return html`<dl class="why">
${phaseNames(language, phaseOf(mean).key)}${rows}${row(html`<b>${words.mean}</b>`, { place: mean, mean, dot: "mean" })}
</dl>
`;
}

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
function row(name: Text, { place, mean, dot }: Row): Html {
  const isBefore = place > 88 || (place > 10 && place < mean);
  const at = placeOf(place);
  return html`
<div><dt>${name}</dt><dd><i class="line ${placeOf(mean)}"></i><i class="dot ${dot} ${at}"></i><b class="${at}${isBefore ? " before" : ""}">${Math.round(place)}</b></dd></div>`;
}

/** Includes the classes of places. */
export const MEASURES_STYLE = PLACES_STYLE + styleSheet("./measures.css", import.meta.url);
