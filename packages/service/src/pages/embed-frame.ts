/** The self-contained page that other sites show in an iframe, and its policy. */
import {
  type Asset,
  attributionParts,
  type ChartView,
  chart,
  chartHeight,
  cssDeclarations,
  DARK,
  daysTable,
  embedName,
  type Language,
  LIGHT,
  pictureStamp,
  type Theme,
  type Tree,
} from "peak-cycle-drawing";
import { sourceHash } from "./content-policy.js";
import { dataBlock, html, trustedHtml } from "./html.js";
import { publisherOf, type Site } from "./site.js";
import { fittingRanges, styleSheet } from "./style.js";

/**
 * The days as a table, and the data with which the script draws the chart in the frame's exact size. Without scripts
 * the page has the chart in several sizes, and the browser reloads it every five minutes. With scripts these drawings
 * are not even parsed, unless the script fails: they are half of the page, and the script would replace them at once.
 */
export function framePage(site: FrameSite, view: ChartView, { theme, language }: FrameOptions): string {
  const { asset, now = null, days } = view;
  const name = embedName(site.indexName, asset, language);
  const variants = WIDTHS.flatMap((width) =>
    [undefined, LOW].map((height) => variant(site, view, language, width, height)),
  );
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>
<style>${trustedHtml(FRAME_STYLES[theme])}</style>
</head>
<body>
<main data-peak-frame>
<h1 class="heard">${name}</h1>
<section><noscript>${variants}</noscript></section>
${days.length === 0 ? undefined : html`<div class="heard">${daysTable(days, language, asset)}</div>`}
${dataBlock("peak-days", { asset, now, days })}
</main>
<script>${trustedHtml(FALLBACK)}</script>
<script>${trustedHtml(site.script)}</script>
</body>
</html>
`.text;
}

/** The appearance of the iframe page. */
export interface FrameOptions {
  readonly theme: Theme;
  readonly language: Language;
  readonly asset: Asset;
}

/** Interval at which a page without its script is loaded again. */
const RELOAD_SECONDS = 300;

/**
 * In a browser that is too old for the script, its error shows what readers without scripts see. Such a browser must
 * understand this. The first drawing of the script removes the `noscript`, so later errors change nothing.
 */
const FALLBACK = `addEventListener("error",function(){\
var section=document.querySelector("section"),fixed=section&&section.querySelector("noscript");\
if(fixed){section.innerHTML=fixed.textContent;setTimeout(function(){location.reload()},${1000 * RELOAD_SECONDS})}})`;

/** The site, and the script of these pages. */
export interface FrameSite extends Site {
  /** The script that keeps the page up to date and lets readers select days. */
  readonly script: string;
}

/**
 * `Content-Security-Policy` of the page: it connects only to its own origin. It has no `frame-ancestors`, since even
 * `*` refuses pages of the schemes `file:` and `data:`.
 */
export function framePolicy(script: string, theme: Theme): string {
  return [
    "default-src 'none'",
    `script-src ${sourceHash(FALLBACK)} ${sourceHash(script)}`,
    `style-src ${sourceHash(FRAME_STYLES[theme])}`,
    "connect-src 'self'",
    "img-src data:", // an empty icon
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Widths in px of the drawings for frames without scripts, and the height of the low variants. */
const WIDTHS = [200, 320, 480, 640] as const;
const LOW = 320;

function variant(
  site: FrameSite,
  view: ChartView,
  language: Language,
  width: number,
  height: number | undefined,
): Tree {
  // Without its script it cannot show its age, so it has a date.
  const datedView = { ...view, stamp: pictureStamp(view.now, language, true) };
  const picture = chart(datedView, width, language, attributionParts(publisherOf(site)), height);
  const name = `fixed w${width}${height === undefined ? "" : " low"}`;
  return { ...picture, attributes: { class: name, ...picture.attributes } };
}

/** Longer names take a few px more, so the drawing is scaled down. */
const SHORT_CREDIT = ["", "", ""] as const;

/** One drawing at a time: the widest that fits the frame, in its low variant if it would otherwise shrink. */
const VARIANTS = fittingRanges(WIDTHS)
  .map((range, i) => {
    const width = WIDTHS[i] ?? 0;
    const height = chartHeight(width, "en", SHORT_CREDIT, pictureStamp(undefined, "en", true)) - 30;
    return `@media ${range} and (min-height:${height}px){.w${width}:not(.low){display:block}}\
@media ${range} and (max-height:${height - 0.02}px){.w${width}.low{display:block}}`;
  })
  .join("");

/** The themes light and dark ignore the reader's system; printed pages are light. */
const FRAME_STYLES: Readonly<Record<Theme, string>> = {
  auto: styleOf("auto"),
  light: styleOf("light"),
  dark: styleOf("dark"),
};

function styleOf(theme: Theme): string {
  const dark = `:root{color-scheme:dark;${cssDeclarations(DARK)}}`;
  const darkFor = { auto: "screen and (prefers-color-scheme:dark)", dark: "screen", light: undefined }[theme];
  const colors = `:root{color-scheme:light;${cssDeclarations(LIGHT)}}${darkFor ? `@media ${darkFor}{${dark}}` : ""}`;
  return `${colors}${styleSheet("./embed-frame.css", import.meta.url)}${VARIANTS}`;
}
