/** The page that other sites show in an iframe, complete by itself, and its policy. */
import {
  type Asset,
  attributionLine,
  type ChartView,
  type ColorToken,
  type ColorTokens,
  CSS_VARIABLES,
  chart,
  chartHeight,
  colorsFrom,
  cssDeclarations,
  DARK,
  daysTable,
  embedName,
  FRAME_WIDTHS,
  formatTime,
  type Language,
  LIGHT,
  PADDING,
  type Theme,
  type Tree,
} from "peak-cycle-drawing";
import { sourceHash } from "./content-policy.js";
import { dataBlock, html, trustedHtml } from "./html.js";
import { publisherOf, type Site } from "./site.js";
import { fittingRanges, styleSheet } from "./style.js";

/**
 * The chart in every width, the days as a table, the attribution, and the numbers for the script. Without scripts the
 * browser loads the page anew every five minutes.
 */
export function framePage(site: FrameSite, view: ChartView, { theme, language }: FrameOptions): string {
  const { asset, now = null, days } = view;
  const name = embedName(site.indexName, asset, language);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<link rel="icon" href="data:,">
<noscript><meta http-equiv="refresh" content="300"></noscript>
<style>${trustedHtml(FRAME_STYLES[theme])}</style>
</head>
<body>
<main data-peak-frame${site.simulated ? SIMULATED : undefined}>
<h1 class="heard">${name}</h1>
<section>${FRAME_WIDTHS.map((width) => variant(view, width, language))}</section>
${days.length === 0 ? undefined : html`<div class="heard">${daysTable(days, language, asset)}</div>`}
<footer>${attributionLine(publisherOf(site))}${view.now && html`<time>${formatTime(view.now.updatedAt, language)}</time>`}</footer>
${dataBlock("application/json", { language, asset: view.asset, now, days }, "peak-days")}
</main>
<script>${trustedHtml(site.script)}</script>
</body>
</html>
`.text;
}

/** How the page for frames is to look. */
export interface FrameOptions {
  readonly theme: Theme;
  readonly language: Language;
  readonly asset: Asset;
  /** Path and query the page is served at. */
  readonly path: string;
}

/** The site, and the script of these pages. */
export interface FrameSite extends Site {
  /** The text of the script that keeps the page up to date and reads days. */
  readonly script: string;
}

/** Colors the attribution, whose names say it: a sentence would push it out of a frame of the usual height. */
const SIMULATED = html` class="simulated"`;

/** `Content-Security-Policy` of the page: it may be framed by anyone and asks nobody but its own origin. */
export function framePolicy(script: string, theme: Theme): string {
  return [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(FRAME_STYLES[theme])}`,
    "connect-src 'self'",
    "img-src data:", // an empty icon
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}

function variant(view: ChartView, width: number, language: Language): Tree {
  const drawn = chart(view, { width, colors: CSS_VARIABLES, language });
  return { ...drawn, attributes: { class: `variant w${width}`, "data-width": width, ...drawn.attributes } };
}

/** In high contrast the system's own colors; shapes and words still tell the parts of a drawing apart. */
const SYSTEM: Partial<Record<ColorToken, string>> = { background: "Canvas", border: "GrayText", link: "LinkText" };
const CONTRAST = cssDeclarations(colorsFrom((token) => SYSTEM[token] ?? "CanvasText"));

/**
 * One variant at a time, the widest that is no wider than the frame. The line below it begins where the picture does, and stands in
 * the middle where the frame is too low for the whole width.
 */
const VARIANTS = fittingRanges(FRAME_WIDTHS)
  .map((range, i) => {
    const width = FRAME_WIDTHS[i] ?? 1;
    const height = chartHeight(width);
    const rules = `.w${width}{display:block}main{--width:${width};--height:${height}}footer{padding-inline:${((100 * PADDING) / width).toFixed(2)}vw}`;
    return `@media ${range}{${rules}}@media ${range} and (min-aspect-ratio:${width}/${height}){footer{justify-content:center}}`;
  })
  .join("");

/** Light and dark ignore the reader's system. */
const FRAME_STYLES: Readonly<Record<Theme, string>> = {
  auto: styleOf("auto"),
  light: styleOf("light"),
  dark: styleOf("dark"),
};

function styleOf(theme: Theme): string {
  return `${colorsOf(theme)}@media(forced-colors:active){:root{${CONTRAST}}}${styleSheet("./embed-frame.css", import.meta.url)}${VARIANTS}`;
}

function colorsOf(theme: Theme): string {
  if (theme === "light") return rootOf("light", LIGHT);
  if (theme === "dark") return rootOf("dark", DARK);
  return `${rootOf("light dark", LIGHT)}@media(prefers-color-scheme:dark){${rootOf("light dark", DARK)}}`;
}

function rootOf(scheme: string, colors: ColorTokens): string {
  return `:root{color-scheme:${scheme};${cssDeclarations(colors)}}`;
}
