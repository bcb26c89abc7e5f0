/** Tells other sites how to embed one of our pages that their users link to. Source: oembed.com, version 1.0. */
import { CARD_SIZE, embedName, escapeMarkup, iframeHeight, LANGUAGES, type Language } from "peak-cycle-drawing";
import * as z from "zod";
import type { FrameOptions } from "../../pages/embed-frame.js";
import { addressOf, pagePath, type Site } from "../../pages/site.js";
import { type Endpoint, queryParameter } from "../endpoint.js";
import type { HttpConfig } from "../http-deps.js";
import { NO_URL, NOT_OURS, UNKNOWN_FORMAT } from "../problems.js";
import { queryOf } from "../query.js";
import { STATIC_CACHE, STATIC_SECONDS } from "../responders.js";
import { JSON_HEADERS, type ResponseHeaders, responseOnce } from "../response-variants.js";
import { askedFrame, FRAME_PATH } from "./frame.js";
import { card } from "./pictures.js";

const OembedReply = z.strictObject({
  version: z.literal("1.0"),
  type: z.literal("rich"),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.url(),
  cache_age: z.int().describe("for so many seconds it may be kept"),
  width: z.int().describe("px"),
  height: z.int().describe("px"),
  html: z.string().describe("an iframe"),
  thumbnail_url: z.url().optional().describe("the share card, unless it is larger than was asked for"),
  thumbnail_width: z.int().optional().describe("px"),
  thumbnail_height: z.int().optional().describe("px"),
});

type OembedReply = z.infer<typeof OembedReply>;

export const oembed: Endpoint = {
  path: "/oembed",
  group: "embed",
  api: {
    id: "oembed",
    tag: "embeds",
    summary: "oEmbed for addresses of this site",
    maxAgeSeconds: STATIC_SECONDS,
    parameters: [
      { name: "url", in: "query", required: true, schema: { type: "string", format: "uri" } },
      queryParameter("format", ["json", "xml"], "json"),
      { name: "maxwidth", in: "query", schema: { type: "integer" } },
      { name: "maxheight", in: "query", schema: { type: "integer" } },
    ],
    success: {
      description: "an iframe to embed",
      mediaType: "application/json",
      reply: { name: "OembedReply", schema: OembedReply },
      otherForm: "text/xml",
    },
    others: { 404: { description: "not an address of this site" }, 501: { description: "another format" } },
  },
  responder:
    ({ config, endpoints }) =>
    ({ url: target = "", headers }) => {
      const query = queryOf(target);
      const url = query.get("url");
      const format = query.get("format") ?? "json";
      if (format !== "json" && format !== "xml") return UNKNOWN_FORMAT;
      if (url === null || url === "") return NO_URL;
      const maxSize = { width: pixelsIn(query.get("maxwidth")), height: pixelsIn(query.get("maxheight")) };
      const answer = oembedOf(config, url, maxSize, endpoints.includes(card));
      if (answer === undefined) return NOT_OURS;
      const text = format === "xml" ? oembedXml(answer) : JSON.stringify(OembedReply.parse(answer));
      return responseOnce(text, STATIC_CACHE, format === "xml" ? XML_HEADERS : JSON_HEADERS, headers);
    },
};

const XML_HEADERS: ResponseHeaders = { contentType: "text/xml; charset=utf-8" };

/** Maximum size in px that a page asked for; `undefined` when it did not say. */
interface MaxSize {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** @returns `undefined` for anything but a whole number from 1 to 99999 */
function pixelsIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

const CACHE_SECONDS = 86_400;

/**
 * What to embed for an address of ours: the page for frames, in the language and theme of the address.
 *
 * @param hasCard whether the site has the picture for shared links, which scenes of the sandbox have not
 * @returns `undefined` for an address that shows no score
 */
function oembedOf(site: HttpConfig, address: string, maxSize: MaxSize, hasCard: boolean): OembedReply | undefined {
  const frame = frameFor(site, address);
  if (frame === undefined) return undefined;
  const { width, height } = sizeWithin(maxSize);
  const source = addressOf(site, frame.path);
  const title = embedName(site.indexName, frame.asset, frame.language);
  return {
    version: "1.0",
    type: "rich",
    title,
    provider_name: site.siteName,
    provider_url: site.baseUrl.href,
    cache_age: CACHE_SECONDS,
    width,
    height,
    html: `<iframe src="${escapeMarkup(source)}" width="${width}" height="${height}" title="${escapeMarkup(title)}" loading="lazy" frameborder="0" style="border:0;border-radius:8px;max-width:100%"></iframe>`,
    ...(hasCard && frame.asset === "btc" ? thumbnail(site, frame.language, maxSize) : {}),
  };
}

/** The share card in the language of the frame. It is left out when it does not fit the maximum size. */
function thumbnail(
  site: Site,
  language: Language,
  { width = CARD_SIZE.width, height = CARD_SIZE.height }: MaxSize,
): Partial<OembedReply> {
  if (width < CARD_SIZE.width || height < CARD_SIZE.height) return {};
  const address = addressOf(site, language === "en" ? card.path : `${card.path}?lang=${language}`);
  return { thumbnail_url: address, thumbnail_width: CARD_SIZE.width, thumbnail_height: CARD_SIZE.height };
}

/** The answer as XML, for `format=xml`. */
function oembedXml(answer: OembedReply): string {
  const fields = Object.entries(answer).map(([name, value]) => `<${name}>${escapeMarkup(String(value))}</${name}>\n`);
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>\n${fields.join("")}</oembed>\n`;
}

/** The page for frames that stands for an address. */
function frameFor(site: HttpConfig, address: string): FrameOptions | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  const path = pathBelow(site, url);
  if (path === FRAME_PATH) return askedFrame(url.searchParams, site);
  const language = LANGUAGES.find((tongue) => WITH_SCORE.some((page) => pagePath(page, tongue) === path));
  return language && askedFrame(new URLSearchParams({ lang: language }), site);
}

/** Pages in whose place the page for frames can stand. */
const WITH_SCORE = ["home", "embed"] as const;

/** The path below the site's address, by http or https. */
function pathBelow({ baseUrl }: Site, url: URL): string | undefined {
  const base = baseUrl.pathname.replace(/\/$/, "");
  if (url.host !== baseUrl.host || !/^https?:$/.test(url.protocol)) return undefined;
  return url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : undefined;
}

const USUAL_WIDTH = 640;

/** The usual size, or less where the maximum is smaller: the page for frames fits its picture into any height. */
function sizeWithin(max: MaxSize): { readonly width: number; readonly height: number } {
  const width = Math.min(USUAL_WIDTH, max.width ?? USUAL_WIDTH);
  const height = iframeHeight(width);
  return { width, height: Math.min(height, max.height ?? height) };
}
