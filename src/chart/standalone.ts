import { attributionText, type Publisher } from "./attribution.js";
import { badge } from "./badge.js";
import { card } from "./card.js";
import { type ChartView, chart } from "./chart.js";
import { withCredit } from "./credit.js";
import type { Manner } from "./manner.js";
import { COLORS, DARK, type Ink, LIGHT, VARIABLES } from "./palette.js";
import { type Tree, tree } from "./tree.js";
import { type Theme, type Variant, WIDTHS } from "./variants.js";
import { writeText } from "./write-text.js";

const DRAW = { badge, chart, card };

const INKS: Readonly<Record<Theme, Ink>> = { light: LIGHT, dark: DARK, auto: VARIABLES };

/**
 * A picture that stands alone, as the text of an SVG file: the attribution is drawn in, and is a link where the file is
 * opened by itself.
 */
export function standalonePicture(variant: Variant, view: ChartView, publisher: Publisher): string {
  const manner: Manner = {
    width: WIDTHS[variant.picture][variant.size],
    ink: INKS[variant.theme],
    language: variant.language,
    ...(variant.picture === "card" ? { title: publisher.indexName } : {}),
  };
  const credit = { text: attributionText(publisher), href: publisher.baseUrl, ink: manner.ink };
  const drawn = withCredit(DRAW[variant.picture](view, manner), credit);
  return variant.theme === "auto" ? writeText(withColors(drawn)) : writeText(drawn);
}

/** Sets the variables that are used, by what the reader's system prefers. */
function withColors(drawn: Tree): Tree {
  const text = writeText(drawn);
  const used = COLORS.filter((color) => text.includes(`var(--${color})`));
  const rule = (ink: Ink) => `:root{${used.map((color) => `--${color}:${ink[color]}`).join(";")}}`;
  const style = tree("style", {}, `${rule(LIGHT)}@media(prefers-color-scheme:dark){${rule(DARK)}}`);
  return { ...drawn, children: [style, ...drawn.children] };
}
