/** Everything of ours that can stand on someone's page: its address, its size, and the code to copy. */

import { badge } from "./badge.js";
import { chartHeight } from "./chart.js";
import type { Asset } from "./chart-data.js";
import { cyclePicture } from "./cycle/cycle-picture.js";
import { type Language, titleOf } from "./locale.js";
import { escapeMarkup } from "./markup.js";
import { BADGE_WIDTHS, CHART_WIDTHS, type PictureName, type Size, type Theme } from "./pictures.js";

/** Two scripts, the iframe page, the pictures. */
export const EMBED_KINDS = [
  "chart",
  "badge",
  "frame",
  "chart-svg",
  "chart-png",
  "badge-svg",
  "badge-png",
  "badge-flat",
  "cycle-svg",
  "cycle-png",
] as const;

export type EmbedKind = (typeof EMBED_KINDS)[number];

/** What someone wants to put on a page. */
export interface EmbedOptions {
  readonly kind: EmbedKind;
  readonly size: Size;
  readonly theme: Theme;
  /** `undefined`: the language of the page it stands on, or English where it cannot know. */
  readonly language: Language | undefined;
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
}

/** Whether an embed or a picture can show crypto: the whole cycle is of Bitcoin alone. */
export function hasAssets(kind: EmbedKind | PictureName): boolean {
  return !kind.startsWith("cycle");
}

/** Size in px of an embed, as far as it has one: the chart script is as wide as its host, a flat badge as its words. */
export function embedSize({
  kind,
  size,
}: EmbedOptions): { readonly width?: number; readonly height: number } | undefined {
  if (kind === "chart") return undefined;
  if (kind === "badge-flat") return { height: 20 };
  const isBadge = kind.startsWith("badge");
  const width = (isBadge ? BADGE_WIDTHS : CHART_WIDTHS)[size];
  if (!isBadge && !kind.startsWith("cycle")) return { width, height: chartHeight(width) };
  const view = { now: undefined, days: [] };
  const drawn = isBadge ? badge(view, width, "en", NOBODY) : cyclePicture(view, undefined, width, "en", NOBODY);
  return { width, height: Number(drawn.attributes["height"]) };
}

const NOBODY = ["", "", ""] as const;

/** Path and query of what an `iframe` or `img` shows; `undefined` for the two scripts. */
export function embedPath({ kind, size, theme, language, asset }: EmbedOptions): string | undefined {
  if (kind === "chart" || kind === "badge") return undefined;
  const [picture, form] = kind.split("-");
  const isFlat = form === "flat";
  // A PNG has one theme, and a flat badge one color.
  const hasTheme = !isFlat && (theme !== "auto" || form !== "png");
  const query = [
    asset === "crypto" && hasAssets(kind) && "asset=crypto",
    isFlat && "style=flat",
    form !== undefined && !isFlat && size !== "md" && `size=${size}`,
    hasTheme && theme !== (kind === "frame" ? "auto" : "light") && `theme=${theme}`,
    language !== undefined && language !== "en" && `lang=${language}`,
  ].filter(Boolean);
  const path = kind === "frame" ? "/embed/nhci" : `/embed/nhci-${picture}.${isFlat ? "svg" : form}`;
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/** The site that an embed comes from. */
export interface EmbedSite {
  /** Address of the site without a slash at its end. */
  readonly address: string;
  readonly indexName: string;
}

/** One way to put an embed on a page. */
interface EmbedSnippet {
  readonly form: "HTML" | "Markdown" | "URL";
  readonly code: string;
}

/** Code to copy; for pictures in Markdown too, and the address alone of all but scripts. */
export function embedSnippets(options: EmbedOptions, site: EmbedSite): readonly EmbedSnippet[] {
  const path = embedPath(options);
  if (path === undefined) return [{ form: "HTML", code: scriptCode(options, site) }];
  const address = site.address + path;
  const name = embedName(site.indexName, options.asset, options.language ?? "en");
  const [source, title] = [escapeMarkup(address), escapeMarkup(name)];
  const size = Object.entries(embedSize(options) ?? {})
    .map(([side, px]) => `${side}="${px}"`)
    .join(" ");
  const frame = `<iframe src="${source}"
  ${size} title="${title}"
  loading="lazy" style="border:0;border-radius:10px;max-width:100%"></iframe>`;
  const url = { form: "URL", code: address } as const;
  if (options.kind === "frame") return [{ form: "HTML", code: frame }, url];
  const picture = `<a href="${escapeMarkup(site.address)}/"><img src="${source}"
  ${size} alt="${title}"
  loading="lazy" style="max-width:100%;height:auto"></a>`;
  const linkText = name.replace(/[\\[\]]/g, "\\$&"); // brackets would end it
  const markdown = `[![${linkText}](${address})](${site.address}/)`;
  return [{ form: "HTML", code: picture }, { form: "Markdown", code: markdown }, url];
}

/** The name of an embed for those who do not see it: the index, and what is scored where that is not Bitcoin. */
export function embedName(indexName: string, asset: Asset | undefined, language: Language): string {
  return asset === "crypto" ? `${indexName} · ${titleOf(asset, language)}` : indexName;
}

function scriptCode({ kind, size, theme, language, asset }: EmbedOptions, { address }: EmbedSite): string {
  const attributes = [
    kind === "chart" ? "data-nhci-widget" : "data-nhci-badge",
    asset === "crypto" ? `data-asset="${asset}"` : [],
    kind === "chart" || size === "md" ? [] : `data-size="${size}"`,
    theme === "auto" ? [] : `data-theme="${theme}"`,
    language === undefined ? [] : `data-lang="${language}"`,
  ].flat();
  return `<div ${attributes.join(" ")}></div>
<script src="${escapeMarkup(address)}/embed/nhci-${kind}.js" async></script>`;
}
