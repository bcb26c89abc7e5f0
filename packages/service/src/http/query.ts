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
import type * as z from "zod";
import type { Site } from "../pages/site.js";
import { wrongParameter } from "./problems.js";
import type { PreparedResponse } from "./response-variants.js";

/** The query of a request target. The first of repeated parameters counts. */
export function queryOf(target: string): URLSearchParams {
  const at = target.indexOf("?");
  return new URLSearchParams(at === -1 ? "" : target.slice(at + 1));
}

/** The query of a request target with another value of a parameter. */
export function queryWith(target: string, name: string, value: string): URLSearchParams {
  const query = queryOf(target);
  query.set(name, value);
  return query;
}

/** What a schema reads of a query whose parameters must be right, or the answer that names the first wrong one. */
export function parsedQuery<Asked>(
  schema: z.ZodType<Asked>,
  target: string,
): { readonly asked: Asked } | { readonly refusal: PreparedResponse } {
  const parsed = schema.safeParse(Object.fromEntries([...queryOf(target)].reverse()));
  if (parsed.success) return { asked: parsed.data };
  const [issue] = parsed.error.issues;
  return { refusal: wrongParameter(String(issue?.path[0]), issue?.message ?? "is wrong") };
}

export function askedLanguage(query: URLSearchParams): Language {
  return languageOf(query.get("lang"));
}

export function askedTheme(query: URLSearchParams, fallback: Theme): Theme {
  const asked = query.get("theme");
  return THEMES.find((theme) => theme === asked) ?? fallback;
}

/** Where crypto is not offered, all is of Bitcoin, whatever is asked for. */
export function askedAsset(query: URLSearchParams, { cryptoAsset }: Pick<Site, "cryptoAsset">): Asset {
  return cryptoAsset && query.get("asset") === "crypto" ? "crypto" : "btc";
}

/** The range of the long chart on the front page. */
export function askedRange(query: URLSearchParams): CycleRange {
  return CYCLE_RANGES.find((range) => range === query.get("range")) ?? "all";
}

/** The variant that a query asks for as SVG: always one of the closed set. A flat badge has one size and theme. */
export function askedSvg(picture: PictureName, query: URLSearchParams, site: Pick<Site, "cryptoAsset">): Variant {
  const isFlat = picture === "badge" && query.get("style") === "flat";
  return {
    picture: isFlat ? "flat" : picture,
    size: isFlat ? "md" : askedSize(query, sizesOf(picture)),
    theme: isFlat ? "light" : askedTheme(query, "light"),
    language: askedLanguage(query),
    asset: hasAssets(picture) ? askedAsset(query, site) : "btc",
  };
}

/** The same for a PNG, which cannot follow the reader's theme: `auto` is light. */
export function askedPng(picture: PictureName, query: URLSearchParams, site: Pick<Site, "cryptoAsset">): Variant {
  const asked = askedSvg(picture, query, site);
  return asked.theme === "auto" ? { ...asked, theme: "light" } : asked;
}

export function askedSize(query: URLSearchParams, sizes: readonly Size[]): Size {
  const asked = query.get("size");
  return sizes.find((size) => size === asked) ?? "md";
}
