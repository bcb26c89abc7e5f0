/** The document pages, `/method` and `/docs`, whose HTML `tools/document-html.ts` generates at build time. */
import { type Html, html, type Text, trustedHtml } from "./html.js";
import { pageKind } from "./page-kind.js";
import { POSITIONS_STYLE, positionsField } from "./positions.js";
import { addressOf } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

/** The worked example of docs/method.md: the position of each measure on that day, and the score. */
export const EXAMPLE = {
  day: "2021-11-08",
  positions: { mvrv: 85.630765, thermo: 93.304308, plaw: 80.39264, ma200w: 57.970074 },
  score: 79.324447,
} as const;

export const methodPage = documentPage({
  page: "method",
  title: "Method",
  description:
    "Every formula of the index: inputs, measures, bands, phases and warnings, with evidence and worked examples.",
  style: POSITIONS_STYLE,
  head: html`<h1>How the score is computed</h1>
<ol class="steps">
<li>Four measures compare the price with what coins cost, to holders and to miners, and with its long-term level.</li>
<li>Each has a band that holds the middle 95% of all its values so far; recent years count more.</li>
<li>At the low end of its band a measure is 0, at the high end 100. The score is the mean of the four.</li>
<li>Each day uses only what was known by then, and a published day never changes.</li>
<li>The two warnings are separate: they can change the signal, but never the score.</li>
</ol>
<h2 class="small">An example: Nov 8, 2021</h2>
${positionsField(EXAMPLE.positions, EXAMPLE.score, "en")}`,
});

export const docsPage = documentPage({
  page: "docs",
  title: "API",
  description:
    "Two free JSON endpoints without a key: the Bitcoin cycle score and its last 30 days. Fields, limits and examples.",
  style: "",
  head: html`<h1>API</h1>`,
});

interface Document {
  readonly page: "method" | "docs";
  readonly title: string;
  readonly description: string;
  readonly style: string;
  /** The heading and the content below it. */
  readonly head: Html;
}

/**
 * A document with a table of contents, which stays next to it on wide screens and folds above it on narrow ones. The
 * table works without a script; `document.ts` of the widgets package marks the current entry.
 */
function documentPage({ page, title, description, style, head }: Document) {
  return pageKind({
    page,
    style: BASE_STYLE + style + styleSheet("./document.css", import.meta.url),
    needs: ["script-src"],
    content: ({ site }, text: string) => ({
      title: `${title} · ${site.indexName}`,
      description,
      scripts: ["/assets/document.js"],
      body: html`<div class="reference">
<div class="top">${head}</div>
<nav class="toc" aria-label="${CONTENTS}"><details><summary>${CONTENTS}</summary>
<ul>${entriesOf(text)}
</ul></details></nav>
<div class="text">
${trustedHtml(text.replaceAll("{base}", html`${addressOf(site, "")}`.text))}</div>
</div>`,
    }),
  });
}

/** Both pages are in English. */
const CONTENTS = "On this page";

/** A section, with its heading before its content, or a part of a section. */
const HEADING = /<h2>(.*?)<\/h2>(?:<\/summary>)?\n<div id="(.*?)">|<h3 id="(.*?)">(.*?)<\/h3>/g;

function entriesOf(text: string): readonly Html[] {
  const entry = (id: string, heading: Text, isPart: boolean) => html`
<li${isPart ? html` class="part"` : undefined}><a href="#${id}">${heading}</a></li>`;
  return [...text.matchAll(HEADING)].map(([, section, sectionId, partId = "", part = ""]) =>
    section === undefined || sectionId === undefined
      ? entry(partId, trustedHtml(part), true)
      : entry(sectionId, trustedHtml(section), false),
  );
}
