import { formatDay } from "peak-cycle-model";
import type { BadgeView } from "./chart-data.js";
import {
  BADGE_TEXTS,
  formatLongDay,
  formatMinute,
  formatScore,
  type Language,
  pickTranslation,
  titleOf,
  translate,
} from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { rulerLine } from "./ruler.js";
import { PADDING, type RenderOptions, summarize, svgRoot } from "./svg.js";

/** The compact picture: score, phase, time. An `<svg>` of the same height in every state and at every width. */
export function badge(view: BadgeView, options: RenderOptions): Tree {
  const block = scoreBlock(view, options);
  const textAlternative = summarize(block) + settledText(view, options.language);
  return svgRoot(block, BADGE_HEIGHT, textAlternative, options);
}

/** Height in px of a badge without attribution, and of the same block at the top of a chart. */
export const BADGE_HEIGHT = 136;

/** The end of a badge's text alternative: `. Settled phase: Hot Zone, since November 10, 2026 UTC`; empty when it is not known. */
function settledText({ settled }: BadgeView, language: Language): string {
  if (settled === undefined) return "";
  const [name, since] = [pickTranslation(BADGE_TEXTS.settled, language), pickTranslation(BADGE_TEXTS.since, language)];
  return `. ${name}: ${translate(settled.phase, language)}, ${since} ${formatLongDay(formatDay(settled.since), language)} UTC`;
}

/**
 * Title or note, number, meter, phase and time, one below the other: all of a badge, and the first part of a chart. Without
 * a score: title, a dash, and why there is none.
 */
export function scoreBlock(
  { asset, now, note = now?.isStale ? "stale" : undefined }: BadgeView,
  { width, colors, language }: RenderOptions,
): readonly Tree[] {
  const text = (y: number, fill: string, children: Tree["children"], font: Attributes = {}) =>
    tree("text", { x: PADDING, y, fill, ...font }, ...children);
  const bold = (size: number) => ({ "font-size": size, "font-weight": 600 });
  const outOf = tree("tspan", { dx: 6, "font-size": 13, "font-weight": 400, fill: colors.muted }, "/ 100");
  const state = now?.phase ?? note ?? "waiting";
  return [
    now && note
      ? text(26, colors.accent, [translate(note, language)])
      : text(26, colors.muted, [titleOf(asset, language)]),
    text(64, colors.text, [now ? formatScore(now.score, language) : "–", outOf], bold(36)),
    ...rulerLine({ x: PADDING, y: 80, width: width - 2 * PADDING }, colors, now),
    text(103, now ? colors[now.phase] : colors.accent, [translate(state, language)], bold(15)),
    ...(now ? [text(122, colors.muted, [formatMinute(now.updatedAt)])] : []),
  ];
}
