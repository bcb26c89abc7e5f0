import type { TrackRecord } from "../../backtest/track-record.js";
import type { Language } from "../../chart/locale.js";
import { html } from "../html.js";
import { layout } from "../layout.js";
import { WORDS } from "../locales/words.js";
import type { Site } from "../site.js";
import { BASE_STYLE } from "../style/base.js";
import { RECORD_STYLE } from "../style/record.js";
import { recordSections } from "./sections.js";
import { tellingOf } from "./telling.js";

export const RECORD_PAGE_STYLE = BASE_STYLE + RECORD_STYLE;

/** What the score said and what came of it. @param record `undefined` until it is computed */
export function recordPage(site: Site, language: Language, record: TrackRecord | undefined): string {
  const { common, record: words } = WORDS[language];
  return layout(site, {
    page: "record",
    language,
    words: common,
    title: words.title(site.indexName),
    description: words.description,
    style: RECORD_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${words.heading}</h1>
<p class="lead">${words.lead}</p>
${record === undefined ? html`<p class="waiting">${words.waiting}</p>` : recordSections(tellingOf(record, language))}`,
  });
}
