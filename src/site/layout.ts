import { LANGUAGES, type Language } from "../chart/locale.js";
import { head } from "./head.js";
import { type Html, html } from "./html.js";
import type { CommonWords } from "./locales/shape.js";
import { WORDS } from "./locales/words.js";
import { linkTo, PAGES, type Page, pagePath } from "./page-path.js";
import type { Site } from "./site.js";

/** What a page consists of. */
export interface Sheet {
  /** `undefined` for what is no page of the menu: it has no twin in another language and is not to be found or shared. */
  readonly page: Page | undefined;
  /** Path it stands at, where it is no page of the menu. */
  readonly path?: string;
  readonly language: Language;
  readonly words: CommonWords;
  readonly title: string;
  readonly description: string;
  /** All of its CSS. */
  readonly style: string;
  /** Paths of its scripts from the root of the site. */
  readonly scripts: readonly string[];
  readonly body: Html;
}

/** A whole page. Links inside are relative, so that it also works under a path of someone's domain. */
export function layout(site: Site, sheet: Sheet): string {
  const { page, language, words } = sheet;
  const path = page === undefined ? (sheet.path ?? "/") : pagePath(page, language);
  const link = (to: Page) => linkTo(path, pagePath(to, language));
  return html`<!doctype html>
<html lang="${language}">
<head>
${head(site, sheet, path)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${site.simulated ? html`<aside class="simulated mark">${words.simulated}</aside>` : undefined}
<header>
<a class="brand" href="${link("home")}">${site.indexName}</a>
<nav aria-label="${words.menuLabel}"><ul>${PAGES.map(
    (each) => html`
<li><a href="${link(each)}"${each === page ? CURRENT : undefined}>${words.menu[each]}</a></li>`,
  )}
</ul></nav>
${languageMenu(path, page ?? "home", language)}
</header>
<main id="content">
${sheet.body}
</main>
<footer>
<p>${attribution(site)}</p>
<p>${words.advice} ${words.privacy}</p>
</footer>
</body>
</html>
`.text;
}

const CURRENT = html` aria-current="page"`;

function languageMenu(path: string, page: Page, language: Language): Html {
  const entries = LANGUAGES.map((each) => {
    const name = WORDS[each].common.language;
    const href = linkTo(path, pagePath(page, each));
    return html`
<li><a href="${href}" lang="${each}" hreflang="${each}"${each === language ? CURRENT : undefined}>${name}</a></li>`;
  });
  return html`<nav class="tongues" aria-label="${WORDS[language].common.languages}"><ul>${entries}
</ul></nav>`;
}

/** The line whoever shows a score has to show: index, service, site address. */
export function attribution({ indexName, siteName, baseUrl }: Site): Html {
  return html`${indexName} by ${siteName} · <a href="${baseUrl.href}">${baseUrl.host}</a>`;
}
