/** The flat badge of one line, as high as those of shields.io, for a README. */

import { attributionText, type CreditedStyle } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { DIMMED } from "./head.js";
import { formatScore, LINE_TEXTS, pickTranslation, translate, translateNote } from "./locale.js";
import { type Attributes, type Tree, tree } from "./markup.js";
import { BOLD, plainSvg, textWidth } from "./svg.js";

/**
 * Words on two grounds, the second one in the color of the phase, as wide as they are. There is no room for the attribution: it
 * is in the text alternative, and the badge leads to the site.
 */
export function flatBadge({ asset = "btc", now, note }: BadgeView, options: CreditedStyle): Tree {
  const { colors, language, publisher } = options;
  const title = pickTranslation(LINE_TEXTS[asset], language);
  const score = now && formatScore(now.score, language);
  const state = now ? translate(now.phase, language) : translateNote(note ?? "waiting", language);
  const stale = now?.isStale ? `▲ ${translateNote("stale", language)}` : undefined;
  const left = Math.ceil(textWidth(title, FONT_SIZE)) + 14;
  const value = textsFrom(left + 7, [
    [score, { "font-weight": 700, opacity: stale && DIMMED }],
    [state, {}],
    [stale, {}],
  ]);
  const width = Math.ceil(value.end) + 7;
  const ground = (x: number, to: number, fill: string) => tree("path", { d: `M${x} 0H${to}V20H${x}z`, fill });
  const children = [
    tree("clipPath", { id: "corners" }, tree("rect", { width, height: FLAT_HEIGHT, rx: 3 })),
    tree(
      "g",
      { "clip-path": "url(#corners)" },
      ground(0, left, colors.muted),
      ground(left, width, now ? colors[now.phase] : colors.accent),
    ),
    tree(
      "g",
      { "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": FONT_SIZE, fill: colors.background },
      tree("text", { x: 7, y: BASE_LINE }, title),
      ...value.texts,
    ),
  ];
  const summary = `${title}: ${[score, state, stale].filter(Boolean).join(" ")}. ${attributionText(publisher)}`;
  const link = tree("a", { href: publisher.baseUrl, target: "_blank" }, ...children);
  return plainSvg([link], summary, { width, height: FLAT_HEIGHT, colors });
}

/** px */
export const FLAT_HEIGHT = 20;

const FONT_SIZE = 11;
const BASE_LINE = 13.5;
const GAP = 5;

/** Texts one behind the other; missing ones take no room. Room is kept for the widest common font. */
function textsFrom(x: number, parts: readonly (readonly [text: string | undefined, style: Attributes])[]) {
  let end = x;
  const texts = parts.flatMap(([text, style]): readonly Tree[] => {
    if (text === undefined) return [];
    const at = Math.round(end);
    end = at + BOLD * textWidth(text, FONT_SIZE) + GAP;
    return [tree("text", { x: at, y: BASE_LINE, ...style }, text)];
  });
  return { texts, end: end - GAP };
}
