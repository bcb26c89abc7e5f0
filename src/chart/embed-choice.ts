import { badgeHeight } from "./badge.js";
import { chartHeight } from "./chart.js";
import { frameHeight } from "./frame-size.js";
import type { Language } from "./language.js";
import { type Size, type Theme, WIDTHS } from "./variants.js";

/** Everything of ours that can stand on someone's page: two scripts, the iframe page, the pictures. */
export const EMBED_KINDS = ["chart", "badge", "frame", "chart-svg", "chart-png", "badge-svg", "badge-png"] as const;

export type EmbedKind = (typeof EMBED_KINDS)[number];

/** What someone wants to put on a page. */
export interface EmbedChoice {
  readonly kind: EmbedKind;
  readonly size: Size;
  readonly theme: Theme;
  /** `undefined`: the language of the page it stands on, or English where it cannot know. */
  readonly language: Language | undefined;
}

/** Widths in px. */
const FRAMES: Readonly<Record<Size, number>> = { sm: 320, md: 480, lg: 750 };

/** Size in px of what was chosen; `undefined` for the chart script, which has the width of its place. */
export function sizeOf({ kind, size }: EmbedChoice): { readonly width: number; readonly height: number } | undefined {
  if (kind === "chart") return undefined;
  if (kind === "frame") {
    const width = FRAMES[size];
    return { width, height: frameHeight(width) };
  }
  const isBadge = kind.startsWith("badge");
  const width = WIDTHS[isBadge ? "badge" : "chart"][size];
  return { width, height: (isBadge ? badgeHeight : chartHeight)(width, true) };
}

/** Whether the theme can follow the reader's system. A PNG is drawn in one. */
export function canFollowSystem(kind: EmbedKind): boolean {
  return !kind.endsWith("-png");
}

/** Path and query of what an `iframe` or `img` shows; `undefined` for the two scripts. */
export function embedPath({ kind, size, theme, language }: EmbedChoice): string | undefined {
  if (kind === "chart" || kind === "badge") return undefined;
  const isFrame = kind === "frame";
  const isUsual = theme === (isFrame ? "auto" : "light") || (theme === "auto" && !canFollowSystem(kind));
  const query = [
    isFrame || size === "md" ? [] : `size=${size}`,
    isUsual ? [] : `theme=${theme}`,
    language === undefined || language === "en" ? [] : `lang=${language}`,
  ].flat();
  const path = isFrame ? "/embed/nhci" : `/embed/nhci-${kind.replace("-", ".")}`;
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
