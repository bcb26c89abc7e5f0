import { DARK, LIGHT } from "../chart/colors.js";
import { LANGUAGES } from "../chart/locale.js";
import { type Html, html, Html as Markup } from "./html.js";
import type { Sheet } from "./layout.js";
import { oembedAddress } from "./oembed-address.js";
import { linkTo, type Page, pagePath } from "./page-path.js";
import { addressOf, type Site } from "./site.js";

/** Five steps upward in the colors of the phases. */
const ICON = `data:image/svg+xml,${encodeURIComponent(icon())}`;

/** Everything about a page that a reader does not see in it. @param path it stands at, from the root of the site */
export function head(site: Site, sheet: Sheet, path: string): Html {
  const { page, title, description, style, scripts } = sheet;
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${LIGHT.background}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${DARK.background}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${ICON}">
${page === undefined ? html`<meta name="robots" content="noindex">` : abroad(site, page, sheet)}
${feedLinks(site)}
<style>${new Markup(style)}</style>${scripts.map(
    (script) => html`
<script src="${linkTo(path, script)}" defer></script>`,
  )}`;
}

/** What others make of the page: search engines, and sites on which someone shares it. */
function abroad(site: Site, page: Page, { language, title, description, words }: Sheet): Html {
  const path = pagePath(page, language);
  return html`${alternates(site, page, path)}
${sharing(site, { language, title, description, path, alt: words.cardAlt(site.indexName) })}
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

interface Shared extends Pick<Sheet, "language" | "title" | "description"> {
  readonly path: string;
  readonly alt: string;
}

/** What other sites show when someone shares the page. */
function sharing(site: Site, { language, title, description, path, alt }: Shared): Html {
  const card = addressOf(site, `/embed/nhci-card.png?lang=${language}`);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.siteName}">
<meta property="og:locale" content="${LOCALES[language]}">
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
function oembedLinks(site: Site, path: string, title: string): Html {
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

const LOCALES = { en: "en_US", es: "es_ES", pt: "pt_BR", de: "de_DE", fr: "fr_FR" } as const;

function icon(): string {
  const phases = [LIGHT.FONDO, LIGHT.ACUM, LIGHT.BULL, LIGHT.HOT, LIGHT.PEAK];
  const bars = phases.map((color, i) => `<path fill="${color}" d="M${1 + i * 6} ${25 - i * 6}h5v${6 + i * 6}h-5z"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${bars.join("")}</svg>`;
}
