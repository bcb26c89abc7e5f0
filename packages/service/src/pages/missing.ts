/** The 404 page for browsers: it says that the page does not exist, and has the menu. */
import type { Language } from "peak-cycle-drawing";
import { contentPolicy } from "./content-policy.js";
import { html } from "./html.js";
import { layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import { type Page, pagePath, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** The same at every path, so its links start from the host's root. */
export function missingPage(site: Site, language: Language): string {
  const { heading, description } = localeOf(language).common.missing;
  const link = (to: string) => site.baseUrl.pathname.replace(/\/$/, "") + to;
  const pageLink = (to: Page) => link(pagePath(to, language));
  return layout({ site, page: undefined, language, path: "", link, pageLink }, BASE_STYLE, {
    title: html`${heading} · ${site.indexName}`,
    description,
    body: html`<h1>${heading}</h1>
<p class="lede">${description}</p>`,
  });
}

export const MISSING_PAGE_POLICY = contentPolicy(BASE_STYLE);
