import type { Language } from "../chart/language.js";
import { html } from "./html.js";
import { layout } from "./layout.js";
import { WORDS } from "./locales/words.js";
import type { Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

export const MISSING_PAGE_STYLE = BASE_STYLE;

/** What a person sees where nothing is: that, and the menu. @param path that was asked for; links lead back from there */
export function missingPage(site: Site, language: Language, path: string): string {
  const { common } = WORDS[language];
  const { heading, text } = common.missing;
  return layout(site, {
    page: undefined,
    path,
    language,
    words: common,
    title: `${heading} · ${site.indexName}`,
    description: text,
    style: MISSING_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${heading}</h1>
<p class="lead">${text}</p>`,
  });
}
