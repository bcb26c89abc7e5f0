/** The site as its pages see it: the pages, their paths, and the links between them. */
import { domainToUnicode } from "node:url";
import { LANGUAGES, type Language, type Publisher } from "peak-cycle-drawing";

/** What every page shows about the site. */
export interface Site {
  /** The name on every widget, picture, feed and title; it includes a note if the market is simulated. */
  readonly indexName: string;
  readonly siteName: string;
  /** The public URL. If it has a path, the whole site is below that path. */
  readonly baseUrl: URL;
  /** Whether all figures are invented; pages and `/meta` say so. */
  readonly isSimulated: boolean;
  /** Whether agents may call the tools at `/mcp`. */
  readonly hasMcp: boolean;
  /** Whether widgets and pictures show crypto on request. */
  readonly hasCryptoAsset: boolean;
  /** Whether API Pro keys have an effect. */
  readonly apiPro: boolean;
  /** The channel where the operator announces changes; `undefined` if there is none. */
  readonly followUrl: URL | undefined;
}

/** The full URL of a path on the site. @param path from its root, e.g. `/es/embed` */
export function addressOf({ baseUrl }: Site, path: string): string {
  return baseUrl.href.replace(/\/$/, "") + path;
}

/** The pages of the menu, in order, and the pages of the footer. */
export const MENU = ["home", "record", "method", "embed", "docs"] as const;
export const FOOTER = ["feed", "status", "attribution"] as const;
export const PAGES = [...MENU, ...FOOTER] as const;

export type Page = (typeof PAGES)[number];

const TRANSLATED: readonly Page[] = ["home", "embed", "attribution"];

/** The languages of a page: pages for site owners and casual readers are translated, the rest is in English. */
export function languagesOf(page: Page): readonly Language[] {
  return TRANSLATED.includes(page) ? LANGUAGES : ["en"];
}

/**
 * English pages are at the root, `/` and `/embed`; others are below their language, `/es` and `/es/embed`. Without a
 * translation, the path is the English page's.
 */
export function pagePath(page: Page, language: Language): string {
  const isEnglish = language === "en" || !languagesOf(page).includes(language);
  const parts = [...(isEnglish ? [] : [language]), ...(page === "home" ? [] : [page])];
  return `/${parts.join("/")}`;
}

/** The manifest that a phone reads when it installs the site as an app. */
export function manifestPath(language: Language): string {
  return `${pagePath("home", language).replace(/\/$/, "")}/manifest.webmanifest`;
}

/**
 * The relative link from a page to a path on the site. It stays valid when the site is below a path of a domain: from
 * `/es/embed` to `/embed/nhci` it is `../embed/nhci`.
 *
 * @param from path of the page with the link
 * @param to path from the site's root, with a query or fragment if needed
 */
export function linkTo(from: string, to: string): string {
  const link = "../".repeat(from.split("/").length - 2) + to.slice(1);
  return /^[.\w]/.test(link) ? link : `./${link}`;
}

/** A page, and the links from it. */
export interface PageContext {
  readonly site: Site;
  /** `undefined` for a page that is not in the menu: search engines are asked not to index it. */
  readonly page: Page | undefined;
  readonly language: Language;
  /** Path of the page, from the site's root. */
  readonly path: string;
  /** Links to a path on the site. */
  readonly link: (to: string) => string;
  /** Links to another page, in the same language. */
  readonly pageLink: (to: Page) => string;
}

export function pageContext(site: Site, page: Page, language: Language): PageContext {
  const path = pagePath(page, language);
  const link = (to: string) => linkTo(path, to);
  return { site, page, language, path, link, pageLink: (to) => link(pagePath(to, language)) };
}

/** The publisher credited wherever a score is shown. */
export function publisherOf({ indexName, siteName, baseUrl }: Site): Publisher {
  // An international domain in its own script, because the URL has it in ASCII.
  const host = (domainToUnicode(baseUrl.hostname) || baseUrl.hostname) + (baseUrl.port && `:${baseUrl.port}`);
  return { indexName, siteName, baseUrl: baseUrl.href, host };
}

/** The title of both feeds, and of the links to them. */
export function feedTitle({ indexName }: Site): string {
  return `${indexName}: Bitcoin changes`;
}

/** Seconds after which the front page reloads while there is no score or no record; no cache keeps it longer. */
export const WAITING_SECONDS = 5;
