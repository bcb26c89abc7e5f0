import { attributionText, type Publisher, withAttribution } from "./attribution.js";
import { badge } from "./badge.js";
import { card } from "./card.js";
import { chart } from "./chart.js";
import type { BadgeView, ChartView } from "./chart-data.js";
import { COLOR_TOKENS, type ColorTokens, CSS_VARIABLES, cssDeclarations, DARK, LIGHT } from "./colors.js";
import { LANGUAGES, type Language } from "./locale.js";
import { serialize, type Tree, tree } from "./markup.js";
import type { RenderOptions } from "./svg.js";

/** Pictures at addresses of their own, for places where no script runs. */
export type PictureName = "badge" | "chart" | "card";

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

/** Widths in px. The share card has one size. */
export const WIDTHS: Readonly<Record<PictureName, Readonly<Record<Size, number>>>> = {
  badge: { sm: 220, md: 320, lg: 400 },
  chart: { sm: 320, md: 640, lg: 1200 },
  card: { sm: 1200, md: 1200, lg: 1200 },
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

const MEDIUM_LIGHT: readonly PictureName[] = ["badge", "chart", "card"];
/** The share card has one size and theme. */
const OTHERS: readonly PictureName[] = ["badge", "chart"];

/** What is rendered as PNG, most wanted first: medium before other sizes, light before dark, English before the others. */
export const PNG_VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) =>
  (["md", "sm", "lg"] as const).flatMap((size) =>
    (["light", "dark"] as const).flatMap((theme) =>
      (size === "md" && theme === "light" ? MEDIUM_LIGHT : OTHERS).map((picture) => ({
        picture,
        size,
        theme,
        language,
      })),
    ),
  ),
);

const DRAW = { badge, chart, card };

const THEME_COLORS: Readonly<Record<Theme, ColorTokens>> = { light: LIGHT, dark: DARK, auto: CSS_VARIABLES };

/**
 * A picture that stands alone, as the text of an SVG file. The attribution is drawn in, and is a link where the file is
 * opened by itself.
 */
export function renderSvg(variant: Variant, view: ChartView & BadgeView, publisher: Publisher): string {
  const options: RenderOptions = {
    width: WIDTHS[variant.picture][variant.size],
    colors: THEME_COLORS[variant.theme],
    language: variant.language,
    ...(variant.picture === "card" ? { title: publisher.indexName } : {}),
  };
  const attribution = { text: attributionText(publisher), href: publisher.baseUrl, colors: options.colors };
  const drawn = withAttribution(DRAW[variant.picture](view, options), attribution);
  return serialize(variant.theme === "auto" ? withThemeStyle(drawn) : drawn);
}

/** Sets the CSS variables that a drawing uses, by what the reader's system prefers. */
function withThemeStyle(drawn: Tree): Tree {
  const text = serialize(drawn);
  const used = COLOR_TOKENS.filter((token) => text.includes(CSS_VARIABLES[token]));
  const rule = (colors: ColorTokens) => `:root{${cssDeclarations(colors, used)}}`;
  const style = tree("style", {}, `${rule(LIGHT)}@media(prefers-color-scheme:dark){${rule(DARK)}}`);
  return { ...drawn, children: [style, ...drawn.children] };
}
