import { attributionText, type Publisher, withAttribution } from "./attribution.js";
import { badge } from "./badge.js";
import { card } from "./card.js";
import { chart } from "./chart.js";
import type { BadgeView, ChartView } from "./chart-data.js";
import { COLOR_TOKENS, CSS_VARIABLES, cssDeclarations } from "./colors.js";
import { CYCLE_VARIABLES, type CycleColors, cycleDeclarations, DARK_CYCLE, LIGHT_CYCLE } from "./cycle/cycle-colors.js";
import type { CyclePast } from "./cycle/cycle-data.js";
import { CYCLE_CARD, CYCLE_PICTURE, cyclePicture } from "./cycle/cycle-pictures.js";
import { LANGUAGES, type Language } from "./locale.js";
import { serialize, type Tree, tree } from "./markup.js";

/** Pictures at addresses of their own, for places where no script runs. */
export type PictureName = "badge" | "chart" | "cycle" | "card";

export const SIZES = ["sm", "md", "lg"] as const;

export type Size = (typeof SIZES)[number];

/** `auto` follows the reader's system where CSS can: in SVG. */
export const THEMES = ["light", "dark", "auto"] as const;

export type Theme = (typeof THEMES)[number];

/** One of a closed set of pictures. */
export interface Variant {
  readonly picture: PictureName;
  readonly size: Size;
  readonly theme: Theme;
  readonly language: Language;
}

/** Widths in px. The whole cycle and the share card have one size. */
export const WIDTHS: Readonly<Record<PictureName, Readonly<Record<Size, number>>>> = {
  badge: { sm: 220, md: 320, lg: 400 },
  chart: { sm: 320, md: 640, lg: 1200 },
  cycle: { sm: CYCLE_PICTURE.width, md: CYCLE_PICTURE.width, lg: CYCLE_PICTURE.width },
  card: { sm: CYCLE_CARD.width, md: CYCLE_CARD.width, lg: CYCLE_CARD.width },
};

/** A key for a variant that no other has. */
export function variantKey({ picture, size, theme, language }: Variant): string {
  return `${picture}.${size}.${theme}.${language}`;
}

/** The variant of a picture that is asked for most, and stands in for the others until they are rendered. */
export function defaultVariant(picture: PictureName): Variant {
  return { picture, size: "md", theme: "light", language: "en" };
}

export function isDefaultVariant(variant: Variant): boolean {
  return variantKey(variant) === variantKey(defaultVariant(variant.picture));
}

/** The whole cycle has one size, the share card one size and theme. */
const PICTURES: Readonly<Record<"light" | "dark", Readonly<Record<Size, readonly PictureName[]>>>> = {
  light: { md: ["badge", "chart", "cycle", "card"], sm: ["badge", "chart"], lg: ["badge", "chart"] },
  dark: { md: ["badge", "chart", "cycle"], sm: ["badge", "chart"], lg: ["badge", "chart"] },
};

/** What is rendered as PNG, most wanted first: medium before other sizes, light before dark, English before the others. */
export const PNG_VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) =>
  (["md", "sm", "lg"] as const).flatMap((size) =>
    (["light", "dark"] as const).flatMap((theme) =>
      PICTURES[theme][size].map((picture) => ({
        picture,
        size,
        theme,
        language,
      })),
    ),
  ),
);

const DRAW = { badge, chart };

const THEME_COLORS: Readonly<Record<Theme, CycleColors>> = {
  light: LIGHT_CYCLE,
  dark: DARK_CYCLE,
  auto: CYCLE_VARIABLES,
};

/** What pictures show. */
export interface PictureView extends ChartView, Pick<BadgeView, "settled"> {
  /** Missing before there is a record. */
  readonly cycle?: CyclePast | undefined;
}

/**
 * A picture that stands alone, as the text of an SVG file. The attribution is drawn in, and is a link where the file is
 * opened by itself.
 */
export function renderSvg(variant: Variant, view: PictureView, publisher: Publisher): string {
  const drawn = draw(variant, view, publisher);
  return serialize(variant.theme === "auto" ? withThemeStyle(drawn) : drawn);
}

/** Pictures of the whole cycle draw the attribution themselves; before there is a record, the card shows the 30 days. */
function draw({ picture, size, theme, language }: Variant, view: PictureView, publisher: Publisher): Tree {
  const colors = THEME_COLORS[theme];
  const { now, cycle } = view;
  const data = cycle && { ...cycle, isStale: now?.isStale === true };
  const whole = { data, now, colors, language, publisher };
  if (picture === "cycle") return cyclePicture(whole, CYCLE_PICTURE);
  if (picture === "card" && data !== undefined) return cyclePicture(whole, CYCLE_CARD);
  const drawn =
    picture === "card"
      ? card(view, publisher.indexName, { colors, language })
      : DRAW[picture](view, { width: WIDTHS[picture][size], colors, language });
  return withAttribution(drawn, { text: attributionText(publisher), href: publisher.baseUrl, colors });
}

/** Sets the CSS variables that a drawing uses, by what the reader's system prefers. */
function withThemeStyle(drawn: Tree): Tree {
  const text = serialize(drawn);
  const used = COLOR_TOKENS.filter((token) => text.includes(CSS_VARIABLES[token]));
  const fills = (colors: CycleColors) => (text.includes("var(--fill-") ? `;${cycleDeclarations(colors)}` : "");
  const rule = (colors: CycleColors) => `:root{${cssDeclarations(colors, used)}${fills(colors)}}`;
  const style = tree("style", {}, `${rule(LIGHT_CYCLE)}@media(prefers-color-scheme:dark){${rule(DARK_CYCLE)}}`);
  return { ...drawn, children: [style, ...drawn.children] };
}
