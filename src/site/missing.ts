import type { Language } from "../chart/locale.js";
import { html } from "./html.js";
import { layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import type { Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

export const MISSING_PAGE_STYLE = BASE_STYLE;

/** What a person sees where nothing is: that, and the menu. @param path that was asked for; links lead back from there */
export function missingPage(site: Site, language: Language, path: string): string {
  const { heading, text } = localeOf(language).common.missing;
  return layout(site, {
    page: undefined,
    path,
    language,
    title: html`${heading} · ${site.indexName}`,
    description: text,
    style: MISSING_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${heading}</h1>
<p class="lead">${text}</p>`,
  });
}
