import { LANGUAGES, type Language } from "./language.js";

/** Pictures at addresses of their own, for places where no script runs. */
export type PictureName = "badge" | "chart" | "card";

export const SIZES = ["sm", "md", "lg"] as const;

export type Size = (typeof SIZES)[number];

/** `auto` follows the reader's system where a style can: in SVG. */
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

/** A name for a variant that no other has. */
export function variantName({ picture, size, theme, language }: Variant): string {
  return `${picture}.${size}.${theme}.${language}`;
}

/** The one of each picture that is asked for most, and stands in for the others until they are drawn. */
export function usualVariant(picture: PictureName): Variant {
  return { picture, size: "md", theme: "light", language: "en" };
}

/** The share card has one size and theme. */
const ALL: readonly PictureName[] = ["badge", "chart", "card"];

/** Whether it is the one of its picture that stands in. */
export function isUsual(variant: Variant): boolean {
  return variantName(variant) === variantName(usualVariant(variant.picture));
}

/** What is drawn as PNG, most wanted first: medium before other sizes, light before dark, English before the others. */
export const RASTER_VARIANTS: readonly Variant[] = LANGUAGES.flatMap((language) =>
  (["md", "sm", "lg"] as const).flatMap((size) =>
    (["light", "dark"] as const).flatMap((theme) => {
      const pictures: readonly PictureName[] = size === "md" && theme === "light" ? ALL : ["badge", "chart"];
      return pictures.map((picture) => ({ picture, size, theme, language }));
    }),
  ),
);
