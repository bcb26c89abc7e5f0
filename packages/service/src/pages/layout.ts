/** The frame of every page around its content: the head with its links, the menus and the footer. */
import {
  attributionParts,
  DARK,
  embedPath,
  embedSize,
  icon,
  LANGUAGES,
  type Language,
  LIGHT,
  serialize,
  withColors,
} from "peak-cycle-drawing";
import { formatOf, languageName } from "./format.js";
import { type Html, html, plainText, type Text, trustedHtml } from "./html.js";
import { localeOf } from "./locales/locales.js";
import {
  addressOf,
  FOOTER,
  feedTitle,
  languagesOf,
  MENU,
  manifestPath,
  type Page,
  type PageContext,
  pagePath,
  publisherOf,
  type Site,
} from "./site.js";

/** A complete HTML document. Its links are relative, so it also works below a path of a domain. */
export function layout(context: PageContext, style: string, content: PageContent): string {
  const { site, language, pageLink } = context;
  const words = localeOf(language).common;
  return html`<!doctype html>
<html lang="${language}">
<head>
${head(context, style, content)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header>
<a class="brand" href="${pageLink("home")}">${LOGO}${brand(site)}</a>
<nav class="pages" aria-label="${words.menuLabel}"><button type="button"
popovertarget="menu">${words.menuButton}</button>${pageList(context, MENU, html` id="menu" popover`)}</nav>
${languageMenu(context)}
</header>
<main id="content">
${content.body}
</main>
<footer>
<p>${site.isSimulated ? `${words.simulated} ` : ""}${words.advice} ${words.privacy}</p>
<p class="credit">${creditLine(site)}</p>
${pageList(context, FOOTER)}
</footer>
</body>
</html>
`.text;
}

/** The style sets its size. */
const LOGO = { ...icon({ content: 1 }), attributes: { viewBox: "0 0 32 32", "aria-hidden": "true" } };

/** The content of a page, without its style. */
export interface PageContent {
  readonly title: Text;
  /** For search engines and shared links. */
  readonly description: Text;
  /** Paths of its scripts from the site's root. */
  readonly scripts?: readonly string[];
  /** The browser reloads the page after this long. */
  readonly refreshSeconds?: number;
  /**
   * Day of the score, YYYY-MM-DD, in the URL of the picture for shared links, so that sites that cache pictures fetch a
   * new one.
   */
  readonly pictureDay?: string;
  /** Whether a phone may install it as an app. */
  readonly isInstallable?: boolean;
  readonly body: Html;
}

/** A link to a page by its name, which says so if the page is in English only. */
function pageEntry(to: Page, { page, language, pageLink }: PageContext): Html {
  const isForeign = !languagesOf(to).includes(language);
  const english = isForeign ? html` hreflang="en"` : undefined;
  const mark = isForeign ? html` <small>(EN)</small>` : undefined;
  const name = localeOf(language).common.pages[to];
  return html`<a href="${pageLink(to)}"${english}${to === page ? CURRENT : undefined}>${name}${mark}</a>`;
}

function pageList(context: PageContext, pages: readonly Page[], attributes?: Html): Html {
  const items = pages.map(
    (each) => html`
<li>${pageEntry(each, context)}</li>`,
  );
  return html`<ul${attributes}>${items}
</ul>`;
}

/** A simulated market is a tag next to the name. */
function brand({ indexName, isSimulated }: Site): Html {
  const name = isSimulated ? indexName.replace(/ \(simulated\)$/, "") : indexName;
  return html`<span>${name}${isSimulated ? html` <small class="tag">simulated</small>` : undefined}</span>`;
}

const CURRENT = html` aria-current="page"`;

/** Links to the same page in other languages, or to the front page if it has no translation. */
function languageMenu({ page = "home", language, link }: PageContext): Html {
  const entries = LANGUAGES.map((each) => {
    const href = link(pagePath(languagesOf(page).includes(each) ? page : "home", each));
    return html`
<li><a href="${href}" lang="${each}"
hreflang="${each}"${each === language ? CURRENT : undefined}>${languageName(each)}</a></li>`;
  });
  const { languages } = localeOf(language).common;
  return html`<nav class="tongues" aria-label="${languages}"><button type="button" popovertarget="languages"><span
class="visually-hidden">${languages}${formatOf(language).colon} </span>${language.toUpperCase()}</button><ul
id="languages" popover>${entries}
</ul></nav>`;
}

/** The attribution line, required wherever a score is shown. On phones, the address has a line of its own. */
export function creditLine(site: Site): Html {
  const [names, host, href] = attributionParts(publisherOf(site));
  return html`${names.replace(/ · $/, "")}<span> · </span><a href="${href}">${host}</a>`;
}

/** The third bar would be lost on a dark tab; it has the color of the dark theme there. */
const ON_DARK = `<style>@media (prefers-color-scheme:dark){path:nth-child(3){fill:${DARK["fill-BULL"]}}}</style>`;
const ICON_TEXT = withColors(serialize(icon({ content: 1 })), LIGHT).replace(">", `>${ON_DARK}`);
const ICON = `data:image/svg+xml,${encodeURIComponent(ICON_TEXT)}`;

/** The parts of a page that readers do not see. */
function head(context: PageContext, style: string, content: PageContent): Html {
  const { site, page, link } = context;
  const { title, description, scripts = [], refreshSeconds, isInstallable } = content;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${plainText(title)}</title>
<meta name="description" content="${description}">
${
  refreshSeconds === undefined
    ? undefined
    : html`<meta http-equiv="refresh" content="${refreshSeconds}">
`
}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${LIGHT.background}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK.background}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${ICON}">
${isInstallable ? installLinks(context) : undefined}${
  page === undefined
    ? html`<meta name="robots"
content="noindex">`
    : publicLinks(context, page, content)
}
${feedLinks(site)}
<style>${trustedHtml(style)}</style>${scripts.map(
    (script) => html`
<script src="${link(script)}" defer></script>`,
  )}`;
}

function installLinks({ language, link }: PageContext): Html {
  return html`<link rel="apple-touch-icon" href="${link("/apple-touch-icon.png")}">
<link rel="manifest" href="${link(manifestPath(language))}">
`;
}

/** For search engines, and for sites where someone shares the page. */
function publicLinks(context: PageContext, page: Page, content: PageContent): Html {
  const { site, path } = context;
  const inLanguages = languagesOf(page).map(
    (language) =>
      html`<link rel="alternate" hreflang="${language}" href="${addressOf(site, pagePath(page, language))}">
`,
  );
  return html`<link rel="canonical" href="${addressOf(site, path)}">
${inLanguages}<link rel="alternate" hreflang="x-default" href="${addressOf(site, pagePath(page, "en"))}">
${sharing(context, content)}`;
}

/** The preview on other sites when someone shares the page. */
function sharing({ site, language, path }: PageContext, { title, description, pictureDay }: PageContent): Html {
  const picture = { kind: "share-png", size: "md", theme: "light", language } as const;
  const { width, height } = embedSize(picture, publisherOf(site));
  const image = new URL(addressOf(site, `${embedPath(picture)}`));
  if (pictureDay !== undefined) image.searchParams.set("d", pictureDay);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.siteName}">
<meta property="og:locale" content="${regionalTag(language)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addressOf(site, path)}">
<meta property="og:image" content="${image.href}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${width}">
<meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${localeOf(language).common.pictureAlt(site.indexName)}">
<meta name="twitter:card" content="summary_large_image">`;
}

/** Lets feed readers find the feeds on every page. */
function feedLinks(site: Site): Html {
  const title = feedTitle(site);
  return html`<link rel="alternate" type="application/atom+xml" href="${addressOf(site, "/feed.atom")}"
title="${title}">
<link rel="alternate" type="application/feed+json" href="${addressOf(site, "/feed.json")}" title="${title}">`;
}

/** With the region that has most of its speakers, as Open Graph requires: `pt_BR`. */
function regionalTag(language: Language): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`;
}
