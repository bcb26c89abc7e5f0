/**
 * A one-line badge, 20 px high like other badges in a README: the mark, the subject, score and phase, and the sign of a
 * warning. Its colors are fixed, since the page's theme is unknown.
 */
import type { AttributionParts } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { LIGHT } from "./colors.js";
import { ageText, warningSign, warningsOf } from "./head.js";
import { iconSteps } from "./icon.js";
import { formatScore, type Language, phaseName, pickTranslation } from "./locale.js";
import { AWAITED, LINE_TEXTS } from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { BOLD, LIKELY, pictureRoot, textWidth } from "./svg.js";

/**
 * As wide as its text, which is stretched to that width in any font, so that the padding never changes. There is no
 * room for the attribution: it is in the text alternative, and the badge links to the site.
 */
export function flatBadge(view: BadgeView, language: Language, credit: AttributionParts): Tree {
  const { asset = "btc", now } = view;
  const title = pickTranslation(LINE_TEXTS[asset], language);
  const score = now ? formatScore(now.score, language) : "";
  const state = now ? phaseName(now.phase, language) : pickTranslation(AWAITED, language);
  const age = now?.isStale ? `· ${ageText(now, language)}` : "";
  const { spoken } = warningsOf(view, 400, language);
  const titleWidth = wide(title);
  const scoreWidth = score ? Math.ceil(BOLD * wide(score)) : 0;
  const stateWidth = wide(state);
  const left = PADDING + MARK + titleWidth + PADDING;
  const stateX = left + PADDING + (score ? scoreWidth + SPACE : 0);
  const signX = stateX + stateWidth + SPACE + 1;
  const ageX = stateX + stateWidth + SPACE + (spoken ? SIGN + SPACE + 1 : 0);
  const ageWidth = wide(age);
  const width = (age ? ageX + ageWidth : spoken ? signX + SIGN : stateX + stateWidth) + PADDING;
  const ground = now ? (now.isStale ? LIGHT.soft : LIGHT[now.phase]) : LIGHT.soft;
  const link = tree(
    "a",
    { href: credit[2], target: "_blank" },
    tree("path", { d: `M${left} 0H4A4 4 0 0 0 0 4V16A4 4 0 0 0 4 20H${left}z`, fill: GROUND }),
    tree("path", { d: `M${left} 0H${width - 4}a4 4 0 0 1 4 4V16a4 4 0 0 1-4 4H${left}z`, fill: ground }),
    tree(
      "g",
      { transform: `translate(${PADDING} 4.4)scale(.35)` },
      ...iconSteps().map((step, i) => ({ ...step, attributes: { d: step.attributes["d"], fill: MARK_COLORS[i] } })),
    ),
    tree(
      "g",
      { "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": SIZE, fill: "#fff" },
      textOfWidth(title, PADDING + MARK, titleWidth),
      ...(score ? [textOfWidth(score, left + PADDING, scoreWidth, 700)] : []),
      textOfWidth(state, stateX, stateWidth),
      ...(age ? [textOfWidth(age, ageX, ageWidth)] : []),
    ),
    ...(spoken ? [warningSign(signX, 4.4, 0.92, "#fff")] : []),
  );
  const visibleText = [`${title}:`, score, state, age].filter(Boolean).join(" ");
  const texts = [visibleText, spoken, credit[0] + credit[1]];
  const root = pictureRoot(width, 20, link);
  return { ...root, attributes: { ...root.attributes, "aria-label": texts.filter(Boolean).join(". ") } };
}

function textOfWidth(words: string, x: number, width: number, weight?: number): Tree {
  const middle = { x: x + width / 2, y: 14, "text-anchor": "middle" };
  const stretch = { textLength: width, lengthAdjust: "spacingAndGlyphs", "font-weight": weight };
  return tree("text", { ...middle, ...stretch }, words);
}

/** The width of a text in Verdana and DejaVu Sans, in whole px. */
function wide(words: string): number {
  return Math.ceil(LIKELY * textWidth(words, SIZE));
}

const SIZE = 11;
const PADDING = 7;

/** Widths in px of a space, and of the sign of a warning. */
const SPACE = 4;
const SIGN = 11;

/** Width in px of the mark and the space after it. */
const MARK = 16;

/** The steps of the mark, lightened for the dark ground. */
const MARK_COLORS = ["#7f9bff", "#38c9e6", "#d9e57a", "#f39a4a", "#ff7fa6"];

/** Dark gray behind the title; white text on it has a contrast of 9.9 to 1. */
const GROUND = "#3c434c";
