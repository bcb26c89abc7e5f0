/** The page that says how to credit the index next to a score, and that credits the sources of its data. */
import { attributionParts, type Language } from "peak-cycle-drawing";
import type { SourceCredit } from "../sources/source.js";
import { codeBlock, section, table } from "./blocks.js";
import { type Html, html, webLink } from "./html.js";
import { creditLine } from "./layout.js";
import { inEnglish, localeOf } from "./locales/locales.js";
import { pageKind } from "./page-kind.js";
import { publisherOf, type Site } from "./site.js";
import { BASE_STYLE, styleSheet } from "./style.js";

export const attributionPage = pageKind({
  page: "attribution",
  style: BASE_STYLE + styleSheet("./attribution.css", import.meta.url),
  needs: ["script-src"],
  content: ({ site, language }, rows: readonly SourceCredit[]) => {
    const { attribution: words } = localeOf(language);
    return {
      title: html`${words.heading} · ${site.indexName}`,
      description: words.description,
      scripts: ["/assets/copy.js"],
      body: html`<h1>${words.heading}</h1>
${showSection(site, language)}${sourcesSection(rows, language)}`,
    };
  },
});

/** The attribution line, and code to copy. */
function showSection(site: Site, language: Language): Html {
  const { attribution: words } = localeOf(language);
  const [names, host, href] = attributionParts(publisherOf(site));
  const codes = [
    ["HTML", html`${names}<a href="${href}">${host}</a>`.text],
    ["Markdown", `${names}[${host}](${href})`],
    [words.plainText, `${names}${host}`],
  ] as const;
  return section("show", words.show)`<p>${words.line}</p>
<p class="credit">${creditLine(site)}</p>
${codes.map(
  ([form, code]) => html`<h3>${form}</h3>
${codeBlock(code, language)}`,
)}<p>${words.figures}</p>`;
}

function sourcesSection(rows: readonly SourceCredit[], language: Language): Html {
  const { attribution: words } = localeOf(language);
  const cells = ({ attribution: name, gives, link, license }: SourceCredit) => {
    const address = webLink(link);
    const credit = address === undefined ? name : html`<a href="${address}">${name}</a>`;
    return [credit, withLinks(gives), withLinks(license)].map((cell) => inEnglish(cell, language));
  };
  return section("sources", words.sources)`${language === "en" ? undefined : html`<p>${words.english}</p>`}
${table(words.columns, rows.map(cells), "stack sources")}`;
}

/** Turns URLs in a text into links, shown without `https://`; keeps days in one piece. */
function withLinks(text: string): Html {
  const parts = text.split(/(https:\/\/[^\s()]+|\d{4}-\d\d-\d\d)/).map((part, i) => {
    if (i % 2 === 0) return html`${part}`;
    return /^\d/.test(part)
      ? html`<span class="date">${part}</span>`
      : html`<a href="${part}">${part.slice("https://".length)}</a>`;
  });
  return html`${parts}`;
}
