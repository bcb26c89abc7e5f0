import type { Language } from "../chart/locale.js";
import { html, Html as Markup } from "./html.js";
import { layout } from "./layout.js";
import { localeOf } from "./locales/locales.js";
import type { Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** Every formula. @param text `docs/method.md` as HTML, as the build has made it: the words are written there alone */
export function methodPage(site: Site, language: Language, text: string): string {
  const { method: words } = localeOf(language);
  const isEnglish = language === "en";
  return layout(site, {
    page: "method",
    language,
    title: words.title(site.indexName),
    description: words.description,
    style: METHOD_PAGE_STYLE,
    scripts: [],
    body: html`<h1>${words.heading}</h1>
${isEnglish ? undefined : html`<p>${words.english}</p>`}
<div class="method"${isEnglish ? undefined : html` lang="en"`}>
${new Markup(text)}
</div>`,
  });
}

/** All CSS of the page. */
export const METHOD_PAGE_STYLE = `${BASE_STYLE}
.toc ul{list-style:none;margin:0;padding:0;columns:13rem;column-gap:1.5rem;font-size:.9375rem;max-width:none}.toc li{margin:0;break-inside:avoid}.toc a{display:block;padding:.25rem 0;text-decoration:none}.toc a:hover{text-decoration:underline}.toc .sub{display:none}
.toc{margin-bottom:2rem}.text{min-width:0}.text>:first-child{margin-top:0}.text>h2{margin-top:3rem;border-top:1px solid var(--line);padding-top:1.1rem}.text>h3{margin-top:2rem}
.text sub,.text sup{font-size:.75em;line-height:0}.text th,.text td{padding-right:1.25rem}.text tbody th{font-weight:400}.text table code{overflow-wrap:normal}.text table{width:auto;min-width:min(100%,30rem)}
pre{white-space:pre-wrap;font-size:.9375rem;max-width:46rem}pre span{display:block;padding-left:1.5em;text-indent:-1.5em}
@media (min-width:62rem){.method{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:0 3.5rem;align-items:start}
.toc{position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto}.toc ul{columns:1}.toc .sub{display:block;padding-left:1rem;font-size:.875rem}.toc a{padding:.12rem 0}}
@media print{.toc{display:none}.method{display:block}}`;
