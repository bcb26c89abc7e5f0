import { attributionParts } from "../chart/attribution.js";
import { DARK, LIGHT } from "../chart/colors.js";
import { icon } from "../chart/icon.js";
import { LANGUAGES, type Language } from "../chart/locale.js";
import { serialize } from "../chart/markup.js";
import { languageName } from "./format.js";
import { type Html, html, plainText, type Text, trustedHtml } from "./html.js";
import { localeOf } from "./locales/locales.js";
import { addressOf, linkTo, oembedAddress, PAGES, type Page, pagePath, publisherOf, type Site } from "./site.js";

/** What a page consists of. */
interface PageParts {
  /** `undefined` for a page that is not in the menu: it exists in one language, and search engines are told to leave it out. */
  readonly page: Page | undefined;
  /** Its path, where `page` is `undefined`. */
  readonly path?: string;
  readonly language: Language;
  readonly title: Text;
  readonly description: Text;
  /** All of its CSS. */
  readonly style: string;
  /** Paths of its scripts from the root of the site. */
  readonly scripts: readonly string[];
  /** After this long the browser loads the page again. */
  readonly refreshSeconds?: number;
  /** What search engines read of it besides its text. */
  readonly data?: Html | undefined;
  /** Whether a phone may put it beside its apps. */
  readonly isInstallable?: boolean;
  readonly body: Html;
}

/** A whole page. Links inside are relative, so that it also works under a path of someone's domain. */
export function layout(site: Site, parts: PageParts): string {
  const { page, language } = parts;
  const words = localeOf(language).common;
  const path = page === undefined ? (parts.path ?? "/") : pagePath(page, language);
  const link = (to: Page) => linkTo(path, pagePath(to, language));
  return html`<!doctype html>
<html lang="${language}">
<head>
${head(site, parts, path)}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
${site.simulated ? html`<aside class="simulated mark">${words.simulated}</aside>` : undefined}
<header>
<a class="brand" href="${link("home")}">${site.indexName}</a>
<nav class="pages" aria-label="${words.menuLabel}"><button type="button" popovertarget="menu">${words.menuButton}</button><ul id="menu" popover>${PAGES.map(
    (each) => html`
<li><a href="${link(each)}"${each === page ? CURRENT : undefined}>${words.menu[each]}</a></li>`,
  )}
</ul></nav>
${languageMenu(path, page ?? "home", language)}
</header>
<main id="content">
${parts.body}
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
    const href = linkTo(path, pagePath(page, each));
    return html`
<li><a href="${href}" lang="${each}" hreflang="${each}"${each === language ? CURRENT : undefined}>${languageName(each)}</a></li>`;
  });
  const { languages } = localeOf(language).common;
  return html`<nav class="tongues" aria-label="${languages}"><button type="button" popovertarget="languages"><span class="visually-hidden">${languages}: </span>${language.toUpperCase()}</button><ul id="languages" popover>${entries}
</ul></nav>`;
}

/** The line that whoever shows a score has to show. */
export function attribution(site: Site): Html {
  const [names, host, href] = attributionParts(publisherOf(site));
  return html`${names}<a href="${href}">${host}</a>`;
}

const ICON = `data:image/svg+xml,${encodeURIComponent(serialize(icon({ content: 1 })))}`;

/** Everything about a page that a reader does not see in it. @param path it stands at, from the root of the site */
function head(site: Site, parts: PageParts, path: string): Html {
  const { page, language, title, description, style, scripts, refreshSeconds, data, isInstallable } = parts;
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
${isInstallable ? installLinks(path, language) : undefined}${page === undefined ? html`<meta name="robots" content="noindex">` : publicLinks(site, page, parts)}
${feedLinks(site)}
<style>${trustedHtml(style)}</style>${scripts.map(
    (script) => html`
<script src="${linkTo(path, script)}" defer></script>`,
  )}${data}`;
}

function installLinks(path: string, language: Language): Html {
  const manifest = linkTo(path, language === "en" ? "/manifest.webmanifest" : `/manifest.webmanifest?lang=${language}`);
  return html`<link rel="apple-touch-icon" href="${linkTo(path, "/apple-touch-icon.png")}">
<link rel="manifest" href="${manifest}">
`;
}

/** For search engines, and for sites on which someone shares the page. */
function publicLinks(site: Site, page: Page, { language, title, description }: PageParts): Html {
  const path = pagePath(page, language);
  return html`${alternates(site, page, path)}
${sharing(site, { language, title, description, path, alt: localeOf(language).common.cardAlt(site.indexName) })}
${page === "home" || page === "embed" ? oembedLinks(site, path, title) : undefined}`;
}

/** The same page in every language; a reader of any other language gets English. */
function alternates(site: Site, page: Page, path: string): Html {
  const inLanguages = LANGUAGES.map(
    (language) =>
      html`<link rel="alternate" hreflang="${language}" href="${addressOf(site, pagePath(page, language))}">
`,
  );
  return html`<link rel="canonical" href="${addressOf(site, path)}">
${inLanguages}<link rel="alternate" hreflang="x-default" href="${addressOf(site, pagePath(page, "en"))}">`;
}

interface Shared extends Pick<PageParts, "language" | "title" | "description"> {
  readonly path: string;
  readonly alt: Text;
}

/** What other sites show when someone shares the page. */
function sharing(site: Site, { language, title, description, path, alt }: Shared): Html {
  const card = addressOf(site, `/embed/nhci-card.png?lang=${language}`);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.siteName}">
<meta property="og:locale" content="${regionalTag(language)}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addressOf(site, path)}">
<meta property="og:image" content="${card}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">`;
}

/** For sites that turn a link to a page with the score into the score itself. */
function oembedLinks(site: Site, path: string, title: Text): Html {
  const types = { json: "application/json+oembed", xml: "text/xml+oembed" } as const;
  return html`<link rel="alternate" type="${types.json}" href="${oembedAddress(site, path, "json")}" title="${title}">
<link rel="alternate" type="${types.xml}" href="${oembedAddress(site, path, "xml")}" title="${title}">`;
}

/** Readers of feeds find them on every page. */
function feedLinks(site: Site): Html {
  const title = `${site.indexName}: changes`;
  return html`<link rel="alternate" type="application/atom+xml" href="${addressOf(site, "/feed.atom")}" title="${title}">
<link rel="alternate" type="application/feed+json" href="${addressOf(site, "/feed.json")}" title="${title}">`;
}

/** With the region where most people speak it, as Open Graph wants it: `pt_BR`. */
function regionalTag(language: Language): string {
  return `${language}_${new Intl.Locale(language).maximize().region}`;
}
