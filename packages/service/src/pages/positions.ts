/**
 * The positions of the measures on the score's scale, each as a dot on the bands of the phases, and their mean as a
 * line.
 */
import type { Language } from "peak-cycle-drawing";
import { type PhaseKey, type PositionKey, phaseOf } from "peak-cycle-model";
import type { Positions } from "../published/published.js";
import { type Html, html, type Text } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { phaseNames, positionClass, SCALE_STYLE } from "./scale.js";
import { styleSheet } from "./style.js";

/** The measures of the score, in the order the method sums them. */
const NAMES = ["mvrv", "thermo", "plaw", "ma200w"] as const satisfies readonly PositionKey[];

export function countOf(positions: Positions): number {
  return NAMES.filter((name) => positions[name] !== undefined).length;
}

/** @param mean of the positions: the score */
export function positionsField(positions: Positions, mean: number, language: Language): Html {
  const words = localeOf(language).home.why;
  const rows = NAMES.flatMap((name) => {
    const position = positions[name];
    if (position === undefined) return [];
    const [plain, technical] = words.names[name];
    return [row(html`${plain} <small>${technical}</small>`, { position, mean, dot: phaseOf(position).key })];
  });
  return html`<div class="above" aria-hidden="true">${phaseNames(language, phaseOf(mean).key)}</div>
<dl class="why">${rows}${row(html`<b>${words.mean}</b>`, { position: mean, mean, dot: "mean" })}
</dl>
`;
}

interface Row {
  /** 0..100 */
  readonly position: number;
  readonly mean: number;
  readonly dot: PhaseKey | "mean";
}

/** The number is on the side of its dot that is farther from the mean's line. */
function row(name: Text, { position, mean, dot }: Row): Html {
  const isBefore = position > 88 || (position > 10 && position < mean);
  const at = positionClass(position);
  const marks = html`<i class="line ${positionClass(mean)}"></i><i class="dot ${dot} ${at}"></i>`;
  const number = html`<b class="${at}${isBefore ? " before" : ""}">${Math.round(position)}</b>`;
  return html`
<div><dt>${name}</dt><dd class="field">${marks}${number}</dd></div>`;
}

export const POSITIONS_STYLE = SCALE_STYLE + styleSheet("./positions.css", import.meta.url);
