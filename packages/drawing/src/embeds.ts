/** Everything that people can embed in their pages: its URL, its size, and the code to copy. */
import { attributionParts, type Publisher } from "./attribution.js";
import { badge } from "./badge.js";
import type { Asset } from "./chart-data.js";
import { chartHeight } from "./chart-plot.js";
import { type Language, nameOf } from "./locale.js";
import { escapeMarkup } from "./markup.js";
import { BADGE_WIDTHS, CHART_WIDTHS, type PictureName, pictureStamp, type Size, type Theme } from "./pictures.js";
import { SHARE_SIZE } from "./share.js";

/** Two scripts, the iframe page, the pictures. */
export type EmbedKind =
  | "chart"
  | "badge"
  | "frame"
  | "badge-flat"
  | `${"chart" | "badge" | "cycle" | "share"}-${"svg" | "png"}`;

/** The embed that a site owner has chosen. */
export interface EmbedOptions {
  readonly kind: EmbedKind;
  readonly size: Size;
  readonly theme: Theme;
  /** `undefined`: the language of the embedding page, or English if unknown. */
  readonly language: Language | undefined;
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
}

/** Whether an embed or a picture can show crypto: the whole cycle and the link preview exist only for Bitcoin. */
export function hasAssets(kind: EmbedKind | PictureName): boolean {
  return !/^(cycle|share)/.test(kind);
}

/**
 * Size in px of an embed where it is fixed: a chart script is as wide as its host, a flat badge as its text. The
 * attribution of a publisher with long names takes more rows.
 */
export function embedSize(
  { kind, size, language = "en" }: Pick<EmbedOptions, "kind" | "size" | "language">,
  publisher: Publisher,
): Partial<Record<"width" | "height", number>> {
  const credit = attributionParts(publisher);
  if (kind === "badge-flat") return { height: 20 };
  if (kind.startsWith("share")) return SHARE_SIZE;
  if (kind === "chart") return { height: chartHeight(CHART_WIDTHS[size], language, credit) };
  const isBadge = kind.startsWith("badge");
  const stamp = kind.includes("-") ? pictureStamp(undefined, language, !isBadge) : undefined;
  if (!isBadge) {
    const width = CHART_WIDTHS[size];
    return { width, height: chartHeight(width, language, credit, stamp) };
  }
  const width = BADGE_WIDTHS[size];
  const picture = badge({ now: undefined, stamp }, width, language, credit);
  return { width, height: Number(picture.attributes["height"]) };
}

/** Path and query for an `iframe` or `img`; `undefined` for the two scripts. */
export function embedPath({ kind, size, theme, language, asset }: EmbedOptions): string | undefined {
  const [picture, form] = kind.split("-");
  if (!form && kind !== "frame") return undefined;
  const isFlat = form === "flat"; // its size and colors are fixed
  const usual = kind === "frame" ? "auto" : "light";
  const pictureTheme = form === "png" && theme === "auto" ? "light" : theme; // a PNG has one theme
  const query = [
    asset === "crypto" && hasAssets(kind) && "asset=crypto",
    isFlat && "style=flat",
    form && !isFlat && size !== "md" && `size=${size}`,
    !isFlat && pictureTheme !== usual && `theme=${pictureTheme}`,
    language && language !== "en" && `lang=${language}`,
  ].filter(Boolean);
  const path = kind === "frame" ? "/embed/nhci" : `/embed/nhci-${picture}.${isFlat ? "svg" : form}`;
  return path + (query[0] ? `?${query.join("&")}` : "");
}

/** The Markdown of a picture. @param site URL without a trailing slash */
export function embedMarkdown(options: EmbedOptions, site: string, publisher: Publisher): string {
  const name = embedName(publisher.indexName, options.asset, options.language ?? "en");
  // Unescaped brackets would end the name.
  return `[![${name.replace(/[\\[\]]/g, "\\$&")}](${site}${embedPath(options)})](${site}/)`;
}

/**
 * The code to copy: HTML, or Markdown for a flat badge, which goes into READMEs.
 *
 * @param site URL without a trailing slash
 */
export function embedCode(options: EmbedOptions, site: string, publisher: Publisher): string {
  const path = embedPath(options);
  if (path === undefined) return scriptCode(options, site, publisher);
  if (options.kind === "badge-flat") return embedMarkdown(options, site, publisher);
  const name = embedName(publisher.indexName, options.asset, options.language ?? "en");
  const { width, height } = embedSize(options, publisher);
  const size = `width="${width}" height="${height}"`;
  const [source, title] = [escapeMarkup(site + path), escapeMarkup(name)];
  return options.kind === "frame"
    ? `<iframe src="${source}"
  ${size} title="${title}"
  loading="lazy" style="border:0;border-radius:10px;max-width:100%"></iframe>`
    : `<a href="${escapeMarkup(site)}/"><img src="${source}"
  ${size} alt="${title}"
  loading="lazy" style="max-width:100%;height:auto"></a>`;
}

/** The accessible name of an embed: the index, and the asset if it is not Bitcoin. */
export function embedName(indexName: string, asset: Asset | undefined, language: Language): string {
  return asset === "crypto" ? `${indexName} · ${nameOf(asset, language)}` : indexName;
}

/** The element reserves its height until the script has drawn, and contains a link for readers without scripts. */
function scriptCode(options: EmbedOptions, site: string, publisher: Publisher): string {
  const { kind, size, theme, language, asset } = options;
  const { height } = embedSize(options, publisher);
  const attributes = [
    kind === "chart" ? "data-nhci-widget" : "data-nhci-badge",
    asset === "crypto" && `data-asset="${asset}"`,
    kind === "badge" && size !== "md" && `data-size="${size}"`,
    theme !== "auto" && `data-theme="${theme}"`,
    language && `data-lang="${language}"`,
    `style="min-height:${height}px"`,
  ].filter(Boolean);
  const name = embedName(publisher.indexName, asset, language ?? "en");
  return `<div ${attributes.join(" ")}><a href="${escapeMarkup(site)}/">${escapeMarkup(name)}</a></div>
<script src="${escapeMarkup(site)}/embed/nhci-${kind}.js" async></script>`;
}
