/** Badge, chart and whole cycle as pictures: SVG drawn here, PNG by another process. */
import { isWhole, LANGUAGES, type PictureName, renderSvg, sizesOf, THEMES, variantKey } from "peak-cycle-drawing";
import { isStale } from "peak-cycle-model";
import { publisherOf } from "../../pages/site.js";
import { NO_STORE, PICTURE_SECONDS, pictureCache } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { type ApiDescription, type Endpoint, queryParameter } from "../endpoint.js";
import { NO_PICTURE } from "../problems.js";
import { askedPng, askedSvg, queryOf } from "../query.js";
import { drawOnce } from "../render-state.js";
import {
  FAST_BROTLI,
  type Representation,
  type ResponseHeaders,
  representationOf,
  selectVariant,
  unencoded,
  withHeaders,
} from "../response-variants.js";

/** An SVG opened by itself is a document: it may use its own style and nothing else. */
const SVG: ResponseHeaders = {
  contentType: "image/svg+xml; charset=utf-8",
  extra: ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'", ...CROSS_ORIGIN_RESOURCE],
};

const PNG: ResponseHeaders = { contentType: "image/png", extra: CROSS_ORIGIN_RESOURCE };

const SIZE = queryParameter("size", sizesOf("chart"), "md");
const BADGE_SIZE = queryParameter("size", sizesOf("badge"), "md");
const THEME = queryParameter("theme", THEMES, "light");
const PNG_THEME = queryParameter("theme", ["light", "dark"], "light");
const LANG = queryParameter("lang", LANGUAGES, "en");

const STYLE = queryParameter("style", ["flat"]);

const ALL = [SIZE, THEME, LANG];
const ALL_PNG = [SIZE, PNG_THEME, LANG];

export const badgeSvg = svgEndpoint("badge", {
  id: "badgeSvg",
  summary: "Badge as SVG",
  parameters: [BADGE_SIZE, THEME, LANG, STYLE],
});
export const badgePng = pngEndpoint("badge", {
  id: "badgePng",
  summary: "Badge as PNG",
  parameters: [BADGE_SIZE, PNG_THEME, LANG, STYLE],
});
export const chartSvg = svgEndpoint("chart", { id: "chartSvg", summary: "Chart as SVG", parameters: ALL });
export const chartPng = pngEndpoint("chart", { id: "chartPng", summary: "Chart as PNG", parameters: ALL_PNG });
export const cycleSvg = svgEndpoint("cycle", {
  id: "cycleSvg",
  summary: "The whole cycle as SVG",
  parameters: ALL,
});
export const cyclePng = pngEndpoint("cycle", {
  id: "cyclePng",
  summary: "The whole cycle as PNG",
  parameters: ALL_PNG,
});

type PictureDescription = Pick<ApiDescription, "id" | "summary" | "parameters">;

/** A picture as SVG, drawn on the first request after a change. Any query selects one of a closed set of variants. */
function svgEndpoint(picture: PictureName, description: PictureDescription): Endpoint {
  const success = { description: "a picture", mediaType: "image/svg+xml", schema: {} };
  return {
    path: `/embed/nhci-${picture}.svg`,
    group: "picture",
    api: { tag: "embeds", ...description, maxAgeSeconds: PICTURE_SECONDS, success },
    responder: (deps) => {
      const { config } = deps;
      const draw = drawOnce<Representation>(deps);
      return ({ url = "", headers }) => {
        const variant = askedSvg(picture, queryOf(url), config);
        const { drawing, state, computedAt, now } = draw(variantKey(variant), variant.asset, (view) =>
          representationOf(renderSvg(variant, view, publisherOf(config)), FAST_BROTLI),
        );
        const cacheControl = pictureCache(isWhole(picture, state) ? computedAt : undefined, now);
        return selectVariant(withHeaders({ representation: drawing, cacheControl }, SVG), headers);
      };
    },
  };
}

/** A picture as PNG, drawn by another process: the usual ones ahead, a rare one while its request waits. */
function pngEndpoint(picture: PictureName, description: PictureDescription): Endpoint {
  const success = { description: "a picture", mediaType: "image/png", schema: {} };
  return {
    path: `/embed/nhci-${picture}.png`,
    group: "picture",
    api: {
      tag: "embeds",
      ...description,
      maxAgeSeconds: PICTURE_SECONDS,
      success,
      others: { 503: "NotReady" },
    },
    responder: ({ clock, pngs, config }) => {
      const made = new WeakMap<Uint8Array, Representation>();
      return async ({ url = "", headers }) => {
        const png = await pngs.get(askedPng(picture, queryOf(url), config));
        if (png === undefined) return NO_PICTURE;
        const now = clock.now();
        const { computedAt, fresh, stale } = png;
        const bytes = computedAt !== undefined && isStale(computedAt, now) ? stale : fresh;
        const representation = made.get(bytes) ?? unencoded(bytes);
        made.set(bytes, representation);
        const cacheControl = png.isWhole ? pictureCache(computedAt, now) : NO_STORE;
        return selectVariant(withHeaders({ representation, cacheControl }, PNG), headers);
      };
    },
  };
}
