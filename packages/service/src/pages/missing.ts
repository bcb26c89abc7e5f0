import type { Language } from "peak-cycle-drawing";
import { contentPolicy } from "./content-policy.js";
import { html } from "./html.js";
import { layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import { contextAt, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** The page that a person sees where nothing is: it says so and has the menu. @param path from which its links lead back */
export function missingPage(site: Site, language: Language, path: string): string {
  const { heading, description } = localeOf(language).common.missing;
  return layout(contextAt(path, { site, page: undefined, language }), BASE_STYLE, {
    body: html`<h1>${heading}</h1>
<p class="lead">${description}</p>`,
  });
}

export const MISSING_PAGE_POLICY = contentPolicy(BASE_STYLE);
