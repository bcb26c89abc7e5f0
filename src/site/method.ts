import type { Language } from "../chart/locale.js";
import { CONTENTS_STYLE, type ContentsEntry, withContents } from "./blocks.js";
import { html, trustedHtml } from "./html.js";
import { layout } from "./layout.js";
import { inEnglish, localeOf } from "./locales/locales.js";
import { pageContext, type Site } from "./site.js";
import { BASE_STYLE } from "./style.js";

/** Every formula. @param text `docs/method.md` as HTML, as `tools/method-html.ts` has made it: the words are written there alone */
export function methodPage(site: Site, language: Language, text: string): string {
  const { common, method: words } = localeOf(language);
  const isEnglish = language === "en";
  return layout(pageContext(site, "method", language), {
    style: METHOD_PAGE_STYLE,
    body: withContents({
      head: html`<h1>${words.heading}</h1>
${isEnglish ? undefined : html`<p>${words.english}</p>`}`,
      label: common.contents,
      groups: [contentsOf(text, language)],
      body: html`<div class="text"${isEnglish ? undefined : html` lang="en"`}>
${trustedHtml(text)}</div>`,
    }),
  });
}

/** A section, whose heading stands before its content, or a part of one. */
const HEADING = /<h2>(.*?)<\/h2><\/summary>\n<div id="(.*?)">|<h3 id="(.*?)">(.*?)<\/h3>/g;

function contentsOf(text: string, language: Language): readonly ContentsEntry[] {
  return [...text.matchAll(HEADING)].map(([, section, sectionId, partId = "", part = ""]) =>
    section === undefined || sectionId === undefined
      ? { id: partId, heading: inEnglish(trustedHtml(part), language), isPart: true }
      : { id: sectionId, heading: inEnglish(trustedHtml(section), language) },
  );
}

/** All CSS of the page. The target of an address lies below the heading of its section, which is to be seen too. */
export const METHOD_PAGE_STYLE = `${BASE_STYLE}${CONTENTS_STYLE}
.text>.fold>summary{color:inherit}.text summary h2{display:inline;margin:0}.text>.fold>div{padding-bottom:1.5rem;scroll-margin-top:4rem}.text h3{margin-top:2rem}
.text sub,.text sup{font-size:.75em;line-height:0}.text th,.text td{padding-right:1.25rem}.text tbody th{font-weight:400}.text table code{overflow-wrap:normal}.text table{width:auto;min-width:min(100%,30rem)}
pre{white-space:pre-wrap;font-size:.9375rem;max-width:46rem}pre span{display:block;padding-left:1.5em;text-indent:-1.5em}`;
