import { iframeHeight } from "../chart/embeds.js";
import { LANGUAGES, type Language } from "../chart/locale.js";
import { escapeMarkup } from "../chart/markup.js";
import { addressOf, PAGES, pagePath, type Site } from "../site/site.js";
import { PATHS } from "./paths.js";
import { askedLanguage, askedTheme } from "./variants.js";

/** The answer of an oEmbed provider, type `rich`. Source: oembed.com, version 1.0. */
export type Oembed = Readonly<Record<string, string | number>>;

/** Size in px that a page has for it; `undefined` where it did not say. */
export interface Room {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

const USUAL_WIDTH = 640;
const MIN_WIDTH = 180;
const CACHE_SECONDS = 86_400;

/** Size in px of the share card. */
const CARD = { width: 1200, height: 630 } as const;

/**
 * What to embed for an address of ours: the page for frames, in the language and theme of the address.
 *
 * @returns `undefined` for an address that shows no score
 */
export function oembedOf(site: Site, address: string, room: Room): Oembed | undefined {
  const source = frameFor(site, address);
  if (source === undefined) return undefined;
  const { width, height } = sizeWithin(room);
  return {
    version: "1.0",
    type: "rich",
    title: site.indexName,
    provider_name: site.siteName,
    provider_url: site.baseUrl.href,
    cache_age: CACHE_SECONDS,
    width,
    height,
    html: `<iframe src="${escapeMarkup(source)}" width="${width}" height="${height}" title="${escapeMarkup(site.indexName)}" loading="lazy" frameborder="0" style="border:0;border-radius:8px;max-width:100%"></iframe>`,
    ...thumbnail(site, source, room),
  };
}

/** The share card in the language of the frame. It must fit the room like everything else, so it is left out of a smaller one. */
function thumbnail(site: Site, source: string, { width = CARD.width, height = CARD.height }: Room): Oembed {
  if (width < CARD.width || height < CARD.height) return {};
  const language = new URL(source).searchParams.get("lang");
  const address = addressOf(site, language === null ? PATHS.card : `${PATHS.card}?lang=${language}`);
  return { thumbnail_url: address, thumbnail_width: CARD.width, thumbnail_height: CARD.height };
}

/** The same as XML. */
export function oembedXml(answer: Oembed): string {
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>\n`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join("")}</oembed>\n`;
}

function frameFor(site: Site, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const path = ownPath(site, url);
  if (path === PATHS.frame)
    return frameAddress(site, askedLanguage(url.searchParams), askedTheme(url.searchParams, "auto"));
  const language = LANGUAGES.find((each) => PAGES.some((page) => SHOWN.has(page) && pagePath(page, each) === path));
  return language && frameAddress(site, language, "auto");
}

/** Pages in whose place the frame says the same. */
const SHOWN: ReadonlySet<string> = new Set(["home", "embed"]);

/** The path below the site's address; the way to it, http or https, does not matter. */
function ownPath({ baseUrl }: Site, url: URL): string | undefined {
  const base = baseUrl.pathname.replace(/\/$/, "");
  if (url.host !== baseUrl.host || !/^https?:$/.test(url.protocol)) return undefined;
  return url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : undefined;
}

function frameAddress(site: Site, language: Language, theme: string): string {
  const also = [theme === "auto" ? [] : `theme=${theme}`, language === "en" ? [] : `lang=${language}`].flat();
  return addressOf(site, also.length === 0 ? PATHS.frame : `${PATHS.frame}?${also.join("&")}`);
}

/** The usual size, or as much of it as there is room for; where the room is too low, narrower, since that is lower. */
function sizeWithin({ width, height }: Room): { readonly width: number; readonly height: number } {
  const most = Math.max(MIN_WIDTH, Math.min(USUAL_WIDTH, width ?? USUAL_WIDTH));
  const room = height ?? Number.POSITIVE_INFINITY;
  let fitting = most;
  while (fitting > MIN_WIDTH && iframeHeight(fitting) > room) fitting--;
  return { width: Math.min(fitting, width ?? fitting), height: Math.min(iframeHeight(fitting), room) };
}
