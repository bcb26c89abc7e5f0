import { createHash } from "node:crypto";
import { attributionLine } from "../chart/attribution.js";
import { chart } from "../chart/chart.js";
import type { ChartView } from "../chart/chart-data.js";
import { CSS_VARIABLES } from "../chart/colors.js";
import { FRAME_WIDTHS } from "../chart/embeds.js";
import type { Language } from "../chart/locale.js";
import type { Tree } from "../chart/markup.js";
import type { Theme } from "../chart/pictures.js";
import { daysTable } from "../chart/text-alternatives.js";
import { FRAME_STYLES } from "./embed-frame-style.js";
import { html, Html as Markup } from "./html.js";
import { oembedAddress } from "./oembed-address.js";
import type { Site } from "./site.js";

/** How the page for frames is to look. */
export interface FrameManner {
  readonly theme: Theme;
  readonly language: Language;
  /** Path and query the page is served at. */
  readonly path: string;
}

/** What the site puts into every such page. */
export interface FrameSite extends Site {
  /** The text of the script that keeps the page up to date and reads days. */
  readonly script: string;
}

/**
 * The page for frames, complete by itself: the chart in every width, the days as a table, the attribution, and the
 * numbers for the script. Without scripts the browser loads it anew every five minutes.
 */
export function framePage(site: FrameSite, view: ChartView, { theme, language, path }: FrameManner): string {
  const publisher = { ...site, baseUrl: site.baseUrl.href };
  const numbers = JSON.stringify({ language, now: view.now ?? null, days: view.days }).replaceAll("<", "\\u003c");
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${site.indexName}</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/json+oembed" href="${oembedAddress(site, path)}">
<noscript><meta http-equiv="refresh" content="300"></noscript>
<style>${new Markup(FRAME_STYLES[theme])}</style>
</head>
<body>
<main data-peak-frame${site.simulated ? SIMULATED : undefined}>
<h1 class="heard">${site.indexName}</h1>
${FRAME_WIDTHS.map((width) => variant(view, width, language))}
${view.days.length === 0 ? undefined : html`<div class="heard">${daysTable(view.days, language)}</div>`}
${attributionLine(publisher)}
<script type="application/json" id="peak-days">${new Markup(numbers)}</script>
</main>
<script>${new Markup(site.script)}</script>
</body>
</html>
`.text;
}

/** The name in the attribution says it; a sentence of its own would push that out of a frame of the usual height. */
const SIMULATED = html` class="simulated"`;

/** `Content-Security-Policy` of the page: it may be framed by anyone and asks nobody but its own origin. */
export function framePolicy(script: string, theme: Theme): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(FRAME_STYLES[theme])}`,
    "connect-src 'self'",
    "img-src data:", // the icon that is none
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors *",
  ].join("; ");
}

function variant(view: ChartView, width: number, language: Language): Tree {
  const drawn = chart(view, { width, colors: CSS_VARIABLES, language });
  return { ...drawn, attributes: { class: `variant w${width}`, "data-width": width, ...drawn.attributes } };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
