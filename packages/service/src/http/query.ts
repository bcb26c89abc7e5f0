/** What a query asks for: language, theme, and the variant of a picture. Anything unknown is the default. */
import type { FastifyRequest } from "fastify";
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

export function queryOf({ query }: Pick<FastifyRequest, "query">): Query {
  const texts = Object.entries(query as Readonly<Record<string, string | string[]>>);
  return Object.fromEntries(texts.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

function oneOf<Value>(values: readonly Value[], asked: unknown, fallback: Value): Value {
  return values.find((value) => value === asked) ?? fallback;
}

export function askedLanguage({ lang }: Query): Language {
  return languageOf(lang);
}

export function askedTheme({ theme }: Query, fallback: Theme): Theme {
  return oneOf(THEMES, theme, fallback);
}

/** Where crypto is not offered, all is of Bitcoin, whatever is asked for. */
export function askedAsset({ asset }: Query, { cryptoAsset }: Pick<Site, "cryptoAsset">): Asset {
  return cryptoAsset && asset === "crypto" ? "crypto" : "btc";
}

/** The range of the long chart on the front page. */
export function askedRange({ range }: Query): CycleRange {
  return oneOf(CYCLE_RANGES, range, "all");
}

export function askedSize({ size }: Query, sizes: readonly Size[]): Size {
  return oneOf(sizes, size, "md");
}

/** The variant of a picture: one of the closed set. A PNG cannot follow the reader's theme: for it, `auto` is light. */
export function askedVariant(picture: PictureName, form: "svg" | "png", query: Query, site: Site): Variant {
  const language = askedLanguage(query);
  const asset = hasAssets(picture) ? askedAsset(query, site) : "btc";
  // A flat badge has one size and theme.
  const isFlat = picture === "badge" && query["style"] === "flat";
  if (isFlat) return { picture: "flat", size: "md", theme: "light", language, asset };
  const theme = askedTheme(query, "light");
  const drawn = form === "png" && theme === "auto" ? "light" : theme;
  return { picture, size: askedSize(query, sizesOf(picture)), theme: drawn, language, asset };
}
