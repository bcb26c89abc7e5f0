/**
 * The page with every formula: `docs/method.md`, where alone its words are written, as HTML that `tools/method-html.ts` has
 * made.
 */
import type { Language } from "peak-cycle-drawing";
import { type ContentsEntry, withContents } from "./blocks.js";
import { html, trustedHtml } from "./html.js";
import { inEnglish, localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "./style.js";

export const methodPage = pageKind({
  page: "method",
  style: BASE_STYLE + CONTENTS_STYLE + styleSheet("./method.css", import.meta.url),
  content: ({ language }, text: string) => {
    const { common, method: words } = localeOf(language);
    const isEnglish = language === "en";
    return {
      body: withContents({
        head: html`<h1>${words.heading}</h1>
${isEnglish ? undefined : html`<p>${words.english}</p>`}`,
        label: common.contents,
        groups: [contentsOf(text, language)],
        body: html`<div class="text"${isEnglish ? undefined : html` lang="en"`}>
${trustedHtml(text)}</div>`,
      }),
    };
  },
});

/** A section, whose heading stands before its content, or a part of one. */
const HEADING = /<h2>(.*?)<\/h2><\/summary>\n<div id="(.*?)">|<h3 id="(.*?)">(.*?)<\/h3>/g;

function contentsOf(text: string, language: Language): readonly ContentsEntry[] {
  return [...text.matchAll(HEADING)].map(([, section, sectionId, partId = "", part = ""]) =>
    section === undefined || sectionId === undefined
      ? { id: partId, heading: inEnglish(trustedHtml(part), language), isPart: true }
      : { id: sectionId, heading: inEnglish(trustedHtml(section), language) },
  );
}
