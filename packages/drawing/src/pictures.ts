/** Pictures with their own URLs, for places where no script runs: their list, their content, and their SVG files. */
import { attributionParts, type Publisher } from "./attribution.js";
import { badge } from "./badge.js";
import { chart } from "./chart.js";
import type { Asset, ChartView, CurrentScore, Stamp } from "./chart-data.js";
import { CLOCK } from "./chart-plot.js";
import { cssDeclarations, DARK, LIGHT, withColors } from "./colors.js";
import { flatBadge } from "./flat-badge.js";
import { clockText } from "./head.js";
import { formatShortDate, type Language } from "./locale.js";
import { serialize, type Tree } from "./markup.js";
import { sharePicture } from "./share.js";
import { summarize } from "./svg.js";

/** `flat` is the one-line badge, requested with `?style=flat`; `share` is for link previews and has one size. */
export type PictureName = "badge" | "flat" | "chart" | "cycle" | "share";

/** `auto` follows the reader's system where CSS can do so: in SVG. */
export const THEMES = ["light", "dark", "auto"] as const;
export type Theme = (typeof THEMES)[number];

/** Widths in px of chart, whole cycle and iframe, and of badges, which have no size beyond `lg`. */
export const CHART_WIDTHS = { sm: 320, md: 480, lg: 640, xl: 1200 } as const;
export const BADGE_WIDTHS = { sm: 220, md: 320, lg: 400, xl: 400 } as const;
export type Size = keyof typeof CHART_WIDTHS;

export function sizesOf(picture: PictureName): readonly Size[] {
  if (picture === "share") return ["xl"];
  return picture === "badge" ? ["sm", "md", "lg"] : ["sm", "md", "lg", "xl"];
}

/** One of a closed set of pictures. */
export interface Variant {
  readonly picture: PictureName;
  readonly size: Size;
  readonly theme: Theme;
  readonly language: Language;
  /** Bitcoin by default; the whole cycle shows nothing else. */
  readonly asset?: Asset | undefined;
}

/**
 * Renders a picture as an SVG file. The attribution is part of it, and is a link when the file is opened on its own.
 * With the theme `auto`, the colors are CSS variables that follow the reader's system.
 */
export function renderSvg(variant: Variant, view: ChartView, publisher: Publisher): string {
  const root = draw(variant, view, publisher);
  const role = { role: "img", "aria-label": root.attributes["aria-label"] ?? summarize(root) };
  const text = serialize({ ...root, attributes: { ...root.attributes, ...role } });
  if (variant.theme !== "auto") return withColors(text, variant.theme === "dark" ? DARK : LIGHT);
  return text.replace(">", `>${AUTO_STYLE}`);
}

const AUTO_STYLE = `<style>:root{${cssDeclarations(LIGHT)}}\
@media screen and (prefers-color-scheme:dark){:root{${cssDeclarations(DARK)}}}</style>`;

function draw({ picture, size, language }: Variant, view: ChartView, publisher: Publisher): Tree {
  const credit = attributionParts(publisher);
  const datedView: ChartView = { ...view, stamp: pictureStamp(view.now, language, picture !== "badge") };
  if (picture === "flat") return flatBadge(view, language, credit);
  if (picture === "share") return sharePicture(view, language, publisher);
  if (picture === "badge") return badge(datedView, BADGE_WIDTHS[size], language, credit);
  return chart({ ...datedView, range: picture === "cycle" ? "cycle" : "30d" }, CHART_WIDTHS[size], language, credit);
}

/** The date of a picture, and for charts also the time. @param now `undefined` to measure the room it takes */
export function pictureStamp(now: CurrentScore | undefined, language: Language, isTimed: boolean): Stamp {
  const date = now ? formatShortDate(now.updatedAt.slice(0, 10), language) : "";
  const time = isTimed ? clockText(now) : "";
  return [date && time ? `${date}, ${time}` : date, DATE + (isTimed ? CLOCK : 0)];
}

/** Number of characters of a date. */
const DATE = 12;
