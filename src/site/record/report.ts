import type { TrackRecord } from "../../backtest/track-record.js";
import { html, Html as Markup } from "../html.js";
import { WORDS } from "../locales/words.js";
import { RECORD_PAGE_STYLE } from "./record.js";
import { recordSections } from "./sections.js";
import { tellingOf } from "./telling.js";

/**
 * The record as one HTML file in English: no site, no script, nothing asked from anywhere, nothing that depends on when
 * or where it is made. The same record gives the same text.
 */
export function recordReport(record: TrackRecord): string {
  const { record: words, common } = WORDS.en;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${words.title("Bitcoin cycle index")}</title>
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<style>${new Markup(RECORD_PAGE_STYLE)}</style>
</head>
<body>
<main id="content">
<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${recordSections(tellingOf(record, "en"))}
</main>
<footer>
<p>${common.advice}</p>
</footer>
</body>
</html>
`.text;
}
