/** The site as its pages know it: which pages there are, at which addresses, and the ways between them. */
import { LANGUAGES, type Language, type Publisher } from "peak-cycle-drawing";

/** What every page says about the site. */
export interface Site {
  /** The name on every widget, picture, feed and title; for a simulated market it says so. */
  readonly indexName: string;
  readonly siteName: string;
  /** The public address. May have a path, below which the whole site then stands. */
  readonly baseUrl: URL;
  /** Whether pages say that the market is simulated. */
  readonly simulated: boolean;
  /** Whether agents may call the tools at `/mcp`. */
  readonly mcp: boolean;
  /** Whether widgets and pictures show crypto where they are asked to. */
  readonly cryptoAsset: boolean;
  /** Whether keys of API Pro have an effect. */
  readonly apiPro: boolean;
}

/** The whole address of a path of the site. @param path from its root, e.g. `/es/embed` */
export function addressOf({ baseUrl }: Site, path: string): string {
  return baseUrl.href.replace(/\/$/, "") + path;
}

/** The pages of the menu, in its order, and those of the footer. */
export const MENU = ["home", "record", "method", "embed", "docs"] as const;
export const FOOTER = ["status", "attribution"] as const;
export const PAGES = [...MENU, ...FOOTER] as const;

export type Page = (typeof PAGES)[number];

const TRANSLATED: readonly Page[] = ["home", "embed", "attribution"];

/** The languages of a page: what site owners and casual readers use is translated, the rest is in English. */
export function languagesOf(page: Page): readonly Language[] {
  return TRANSLATED.includes(page) ? LANGUAGES : ["en"];
}

/**
 * English pages stand at the root, `/` and `/embed`; others behind their language, `/es` and `/es/embed`. Without a
 * translation it is the path of the English page.
 */
export function pagePath(page: Page, language: Language): string {
  const isEnglish = language === "en" || !languagesOf(page).includes(language);
  const parts = [...(isEnglish ? [] : [language]), ...(page === "home" ? [] : [page])];
  return `/${parts.join("/")}`;
}

/** What a phone reads of the site before it puts it beside its apps. */
export function manifestPath(language: Language): string {
  return `${pagePath("home", language).replace(/\/$/, "")}/manifest.webmanifest`;
}

/**
 * The way from one page to a path of the site. It stays right when the site stands below a path of someone's domain:
 * from `/es/embed` to `/embed/nhci` it is `../embed/nhci`.
 *
 * @param from path of the page the link stands on
 * @param to path from the root of the site, with a query or fragment if need be
 */
export function linkTo(from: string, to: string): string {
  const link = "../".repeat(from.split("/").length - 2) + to.slice(1);
  return /^[.\w]/.test(link) ? link : `./${link}`;
}

/** A page, and the ways from it. */
export interface PageContext {
  readonly site: Site;
  /** `undefined` for a page that is not in the menu: search engines are told to leave it out. */
  readonly page: Page | undefined;
  readonly language: Language;
  /** Of the page, from the root of the site. */
  readonly path: string;
  /** To a path of the site. */
  readonly link: (to: string) => string;
  /** To another page, in the same language. */
  readonly pageLink: (to: Page) => string;
}

export function pageContext(site: Site, page: Page, language: Language): PageContext {
  const path = pagePath(page, language);
  const link = (to: string) => linkTo(path, to);
  return { site, page, language, path, link, pageLink: (to) => link(pagePath(to, language)) };
}

/** Who is named on everything that shows a score. */
export function publisherOf({ indexName, siteName, baseUrl }: Site): Publisher {
  return { indexName, siteName, baseUrl: baseUrl.href };
}

/**
 * The front page loads itself again after so many seconds while there is no score or no record; no cache keeps it
 * longer.
 */
export const WAITING_SECONDS = 5;
