/** The score's ruler: five segments, the marker, and the score at past highs and lows of the price. */
import { type Language, PHASES, translate } from "peak-cycle-drawing";
import type { PhaseKey } from "peak-cycle-model";
import { formatOf } from "./format.js";
import { type Html, html, plainText } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { phaseNames, placeOf, scaleNumbers } from "./scale.js";
import { styleSheet } from "./style.js";
import { type RulerTurn, WIDTHS, yearLabels } from "./years.js";

interface RulerView {
  /** Missing before the first score. @param score 0..100, one decimal */
  readonly now?: { readonly score: number; readonly phase: PhaseKey } | undefined;
  /** None by default. */
  readonly turns?: readonly RulerTurn[];
}

export function ruler({ now, turns = [] }: RulerView, language: Language): Html {
  const words = localeOf(language).home.ruler;
  const pill = now && plainText(words.now(formatOf(language).score(now.score)));
  const segments = PHASES.map(({ key }) => html`<i class="${key}${key === now?.phase ? " on" : ""}"></i>`);
  const row = (kind: RulerTurn["kind"]) => {
    const own = turns.filter((turn) => turn.kind === kind);
    if (own.length === 0) return kind === "high" && now ? html`<div class="highs"></div>` : undefined;
    const marks = own.map(({ score }) => html`<i class="${placeOf(score)}"></i>`);
    const taken = kind === "high" && now && pill ? { score: now.score, text: pill } : undefined;
    return html`<div class="${kind}s">${marks}${yearLabels(own, taken)}</div>
`;
  };
  const marker = now && html`<div class="now ${placeOf(now.score)}"><b>${pill}</b></div>`;
  return html`<div class="ruler" role="img" aria-label="${inWords({ now, turns }, language)}"><div>
${row("high")}<div class="bar">${segments}${marker}</div>
<div class="scale">${phaseNames(language, now?.phase)}${scaleNumbers()}</div>
${row("low")}</div></div>
`;
}

/** `Now 38.4, Accumulation. Price tops: 2025 67, … Price bottoms: 2026 24, …` */
function inWords({ now, turns = [] }: RulerView, language: Language): string {
  const words = localeOf(language).home.ruler;
  const { score, colon } = formatOf(language);
  const first = now && `${words.now(score(now.score))}, ${translate(now.phase, language)}`;
  const past = (["high", "low"] as const).flatMap((kind) => {
    const own = turns.filter((turn) => turn.kind === kind).map((turn) => `${turn.year} ${Math.round(turn.score)}`);
    return own.length === 0 ? [] : [`${words[kind]}${colon} ${own.join(", ")}`];
  });
  return [...(first === undefined ? [] : [first]), ...past].join(". ");
}

/** Shows the labels of the widest entry of `WIDTHS` that fits this ruler. Needs the scale's style. */
const LABELS = WIDTHS.map((least, i) => {
  const shown = `.ruler .w${i}{display:contents}`;
  return i === 0 ? shown : `@container (min-width:${least}ch){.ruler .w${i - 1}{display:none}${shown}}`;
});

export const RULER_STYLE = styleSheet("./ruler.css", import.meta.url) + LABELS.join("");
