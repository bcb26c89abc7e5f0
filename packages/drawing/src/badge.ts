import { formatDay } from "peak-cycle-model";
import type { BadgeView } from "./chart-data.js";
import { head, rulerTop, timeTexts } from "./head.js";
import { BADGE_TEXTS, formatLongDay, type Language, pickTranslation, translate } from "./locale.js";
import type { Tree } from "./markup.js";
import { plainSvg, type RenderOptions, summarize } from "./svg.js";

/** The compact picture: score, phase, time. An `<svg>` whose height depends on its width alone. */
export function badge(view: BadgeView, options: RenderOptions): Tree {
  const { width, language } = options;
  const times = timeTexts(view, language);
  const said = [summarize(head(view, [], options)), ...times.slice(0, 1), ...settledText(view, language)];
  const size = { ...options, height: badgeHeight(width), fontSize: 12 };
  return plainSvg(head(view, times, options), said.join(". "), size);
}

/** Height in px of a badge of that width, without attribution. */
export function badgeHeight(width: number): number {
  return rulerTop(width) + 18;
}

/** The end of a badge's text alternative: `Settled phase: Hot Zone, since November 10, 2026 UTC`, when it is known. */
function settledText({ now }: BadgeView, language: Language): readonly string[] {
  if (now?.settled === undefined) return [];
  const { phase, since } = now.settled;
  const [name, from] = [pickTranslation(BADGE_TEXTS.settled, language), pickTranslation(BADGE_TEXTS.since, language)];
  return [`${name}: ${translate(phase, language)}, ${from} ${formatLongDay(formatDay(since), language)} UTC`];
}
