/**
 * The page with every formula: `docs/method.md`, where alone its words are written, as HTML that `tools/method-html.ts` has
 * made.
 */
import { type ContentsEntry, withContents } from "./blocks.js";
import { html, trustedHtml } from "./html.js";
import { pageKind } from "./page-kind.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "./style.js";

export const methodPage = pageKind({
  page: "method",
  style: BASE_STYLE + CONTENTS_STYLE + styleSheet("./method.css", import.meta.url),
  content: ({ site }, text: string) => ({
    title: `Method · ${site.indexName}`,
    description:
      "Every formula of the index: inputs, components, bands, phases, flags and settled phase, with evidence and worked examples.",
    body: withContents({
      head: html`<h1>Method</h1>`,
      groups: [contentsOf(text)],
      body: html`<div class="text">
${trustedHtml(text)}</div>`,
    }),
  }),
});

/** A section, whose heading stands before its content, or a part of one. */
const HEADING = /<h2>(.*?)<\/h2><\/summary>\n<div id="(.*?)">|<h3 id="(.*?)">(.*?)<\/h3>/g;

function contentsOf(text: string): readonly ContentsEntry[] {
  return [...text.matchAll(HEADING)].map(([, section, sectionId, partId = "", part = ""]) =>
    section === undefined || sectionId === undefined
      ? { id: partId, heading: trustedHtml(part), isPart: true }
      : { id: sectionId, heading: trustedHtml(section) },
  );
}
