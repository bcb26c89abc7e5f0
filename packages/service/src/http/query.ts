/** What a query asks for: the language, the theme, and the variant of a picture. Anything unknown is the default. */
import {
  type Asset,
  CYCLE_RANGES,
  type CycleRange,
  hasAssets,
  type Language,
  languageOf,
  type PictureName,
  type Size,
  sizesOf,
  THEMES,
  type Theme,
  type Variant,
} from "peak-cycle-drawing";
import type { Site } from "../pages/site.js";

/** The parameters of a request, each as text; the first of repeated ones counts. */
export type Query = Readonly<Partial<Record<string, string>>>;

/** The query of a request. */
export function queryOf({ query }: { readonly query: unknown }): Query {
  const texts = Object.entries(query as Readonly<Record<string, string | string[]>>);
  return Object.fromEntries(texts.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

export function askedLanguage({ lang }: Query): Language {
  return languageOf(lang ?? null);
}

export function askedTheme(query: Query, fallback: Theme): Theme {
  return THEMES.find((theme) => theme === query["theme"]) ?? fallback;
}

/** Where crypto is not offered, all is of Bitcoin, whatever is asked for. */
export function askedAsset({ asset }: Query, { cryptoAsset }: Pick<Site, "cryptoAsset">): Asset {
  return cryptoAsset && asset === "crypto" ? "crypto" : "btc";
}

/** The range of the long chart on the front page. */
export function askedRange(query: Query): CycleRange {
  return CYCLE_RANGES.find((range) => range === query["range"]) ?? "all";
}

export function askedSize(query: Query, sizes: readonly Size[]): Size {
  return sizes.find((size) => size === query["size"]) ?? "md";
}

/** The variant that a query asks for as SVG: always one of the closed set. A flat badge has one size and theme. */
export function askedSvg(picture: PictureName, query: Query, site: Pick<Site, "cryptoAsset">): Variant {
  const isFlat = picture === "badge" && query["style"] === "flat";
  return {
    picture: isFlat ? "flat" : picture,
    size: isFlat ? "md" : askedSize(query, sizesOf(picture)),
    theme: isFlat ? "light" : askedTheme(query, "light"),
    language: askedLanguage(query),
    asset: hasAssets(picture) ? askedAsset(query, site) : "btc",
  };
}

/** The same for a PNG, which cannot follow the reader's theme: `auto` is light. */
export function askedPng(picture: PictureName, query: Query, site: Pick<Site, "cryptoAsset">): Variant {
  const asked = askedSvg(picture, query, site);
  return asked.theme === "auto" ? { ...asked, theme: "light" } : asked;
}
