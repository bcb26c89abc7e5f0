/** The pages that are documents: `/method` and `/docs`, whose HTML `tools/document-html.ts` makes at build time. */
import { type ContentsEntry, withContents } from "./blocks.js";
import { html, trustedHtml } from "./html.js";
import { pageKind } from "./page-kind.js";
import { addressOf } from "./site.js";
import { BASE_STYLE, CONTENTS_STYLE, styleSheet } from "./style.js";

export const methodPage = documentPage(
  "method",
  "Method",
  "Every formula of the index: inputs, components, bands, phases, flags and settled phase, with evidence and worked examples.",
);

export const docsPage = documentPage(
  "docs",
  "API",
  "Two free JSON endpoints without a key: the Bitcoin cycle score now and its last 30 days. Fields, limits, errors, caching and examples.",
);

function documentPage(page: "method" | "docs", heading: string, description: string) {
  return pageKind({
    page,
    style: BASE_STYLE + CONTENTS_STYLE + styleSheet("./document.css", import.meta.url),
    needs: () => ["script-src"],
    content: ({ site }, text: string) => ({
      title: `${heading} · ${site.indexName}`,
      description,
      scripts: ["/assets/copy.js"],
      body: withContents({
        head: html`<h1>${heading}</h1>`,
        groups: [contentsOf(text)],
        body: html`<div class="text">
${trustedHtml(text.replaceAll("{base}", html`${addressOf(site, "")}`.text))}</div>`,
      }),
    }),
  });
}

/** A section, whose heading stands before its content, or a part of one. */
const HEADING = /<h2>(.*?)<\/h2>(?:<\/summary>)?\n<div id="(.*?)">|<h3 id="(.*?)">(.*?)<\/h3>/g;

function contentsOf(text: string): readonly ContentsEntry[] {
  return [...text.matchAll(HEADING)].map(([, section, sectionId, partId = "", part = ""]) =>
    section === undefined || sectionId === undefined
      ? { id: partId, heading: trustedHtml(part), isPart: true }
      : { id: sectionId, heading: trustedHtml(section) },
  );
}
