/** The score's ruler: five segments, a thumb at the score, and rings at its values at past highs and lows. */
import { type Language, PHASES, translate } from "peak-cycle-drawing";
import type { PhaseKey } from "peak-cycle-model";
import { formatOf } from "./format.js";
import { type Html, html, plainText } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { type RulerTurn, rulerRow, WIDTHS } from "./ruler-years.js";
import { phaseNames, positionClass, scaleNumbers } from "./scale.js";
import { styleSheet } from "./style.js";

interface RulerView {
  /** Missing before the first score. @param score 0..100, one decimal */
  readonly now?: { readonly score: number; readonly phase: PhaseKey } | undefined;
  /** None by default. */
  readonly turns?: readonly RulerTurn[];
}

export function ruler({ now, turns = [] }: RulerView, language: Language): Html {
  const words = localeOf(language).home.ruler;
  const segments = PHASES.map(({ key }) => html`<i class="${key}${key === now?.phase ? " on" : ""}"></i>`);
  const row = (kind: RulerTurn["kind"]) => {
    const own = turns.filter((turn) => turn.kind === kind);
    if (own.length === 0) return undefined;
    const rings = own.map(({ score }) => html`<i class="${positionClass(score)}"></i>`);
    const legend = { texts: words[kind], side: kind === "high" ? "start" : "end" } as const;
    return html`<div class="${kind}s">${rings}${rulerRow(own, legend)}</div>
`;
  };
  const thumb = now && html`<div class="now ${positionClass(now.score)}"></div>`;
  return html`<div class="ruler" role="img" aria-label="${inWords({ now, turns }, language)}"><div>
${row("high")}<div class="bar">${segments}${thumb}</div>
<div class="scale">${phaseNames(language, now?.phase)}${scaleNumbers()}</div>
${row("low")}</div></div>
`;
}

/** `Now 38.4, Accumulation. Score at past price tops: 2025 67, …; at past price bottoms: 2026 24, …` */
function inWords({ now, turns = [] }: RulerView, language: Language): string {
  const words = localeOf(language).home.ruler;
  const { score, colon } = formatOf(language);
  const first = now && `${plainText(words.now(score(now.score)))}, ${translate(now.phase, language)}`;
  const past = (["high", "low"] as const).flatMap((kind) => {
    const own = turns.filter((turn) => turn.kind === kind).map((turn) => `${turn.year} ${Math.round(turn.score)}`);
    return own.length === 0 ? [] : [`${plainText(words[kind][0])}${colon} ${own.join(", ")}`];
  });
  return [first, past.join("; ")].filter(Boolean).join(". ");
}

/** Shows the labels of the widest entry of `WIDTHS` that fits this ruler. Needs the scale's style. */
const LABELS = WIDTHS.map((least, i) => {
  const rule = `.ruler .w${i}{display:contents}`;
  return i === 0 ? rule : `@container (min-width:${least}ch){.ruler .w${i - 1}{display:none}${rule}}`;
});

export const RULER_STYLE = styleSheet("./ruler.css", import.meta.url) + LABELS.join("");
