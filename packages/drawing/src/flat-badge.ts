/**
 * A one-line badge, 20 px high like the others in a README. Its colors are fixed: the page's theme is unknown there.
 */
import type { AttributionParts } from "./attribution.js";
import type { BadgeView } from "./chart-data.js";
import { LIGHT } from "./colors.js";
import { ageText } from "./head.js";
import { formatScore, type Language, phaseName, pickTranslation } from "./locale.js";
import { LINE_TEXTS, WAITING } from "./locales/words.js";
import { type Tree, tree } from "./markup.js";
import { pictureRoot, textWidth } from "./svg.js";

/**
 * As wide as its text. There is no room for the attribution: it is in the text alternative, and the badge links to the
 * site.
 */
export function flatBadge({ asset = "btc", now }: BadgeView, language: Language, credit: AttributionParts): Tree {
  const title = pickTranslation(LINE_TEXTS[asset], language);
  const score = now ? formatScore(now.score, language) : "";
  const age = now?.isStale ? ` ${ageText(now, language)}` : "";
  const state = now ? ` ${phaseName(now.phase, language)}${age}` : pickTranslation(WAITING, language);
  const left = Math.ceil(textWidth(title, SIZE)) + 14;
  // A bold number is wider than `textWidth` assumes.
  const width = left + Math.ceil(textWidth(score + state, SIZE) + (score ? 5 : 0)) + 14;
  const ground = (x: number, to: number, fill: string) => tree("path", { d: `M${x} 0H${to}V20H${x}z`, fill });
  const drawn = tree(
    "a",
    { href: credit[2], target: "_blank" },
    tree("clipPath", { id: "corners" }, tree("rect", { width, height: 20, rx: 4 })),
    tree(
      "g",
      { "clip-path": "url(#corners)" },
      ground(0, left, GROUND),
      ground(left, width, now ? LIGHT[now.phase] : LIGHT.mark),
    ),
    tree(
      "g",
      { "font-family": "Verdana,DejaVu Sans,sans-serif", "font-size": SIZE, fill: "#fff" },
      tree("text", { x: 7, y: 13.5 }, title),
      tree("text", { x: left + 7, y: 13.5 }, tree("tspan", { "font-weight": 700 }, score), state),
    ),
  );
  const summary = `${title}: ${score}${state}. ${credit[0]}${credit[1]}`;
  const root = pictureRoot(width, 20, drawn);
  return { ...root, attributes: { ...root.attributes, "aria-label": summary } };
}

const SIZE = 11;

/** Dark gray behind the title; white on it has a contrast of 9.9 to 1. */
const GROUND = "#3c434c";
