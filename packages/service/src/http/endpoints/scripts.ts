/** The scripts for other people's pages, and those of our own pages. */
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { BADGE_SCRIPT, CHART_SCRIPT } from "../embed-scripts.js";
import type { Endpoint } from "../endpoint.js";
import { NOT_FOUND } from "../problems.js";
import { STATIC_CACHE, STATIC_SECONDS } from "../responders.js";
import {
  type Responder,
  type ResponseHeaders,
  type ResponseVariants,
  representationOf,
  selectVariant,
  withHeaders,
} from "../response-variants.js";

const JAVASCRIPT = "text/javascript; charset=utf-8";
const EMBED_HEADERS: ResponseHeaders = { contentType: JAVASCRIPT, extra: CROSS_ORIGIN_RESOURCE };

/** A script for other people's pages; kept for an hour, so that every page gets a correction the same day. */
function embedScript(name: string, id: string, summary: string): Endpoint {
  return {
    path: `/embed/${name}`,
    group: "embed",
    api: {
      id,
      tag: "embeds",
      summary,
      maxAgeSeconds: STATIC_SECONDS,
      success: { description: "a script", mediaType: "text/javascript", schema: { type: "string" } },
    },
    responder: ({ scripts }) => scriptResponder(() => scripts.get(name), EMBED_HEADERS),
  };
}

export const chartScript = embedScript(CHART_SCRIPT, "chartScript", "Script of the chart");
export const badgeScript = embedScript(BADGE_SCRIPT, "badgeScript", "Script of the badge");

/** Each script is compressed on the first request for it: the best brotli takes 20 ms, too long for a start. */
function scriptResponder(find: (path: string) => string | undefined, headers: ResponseHeaders): Responder {
  const packed = new Map<string, ResponseVariants>();
  return (request, path) => {
    const ready = packed.get(path);
    if (ready !== undefined) return selectVariant(ready, request.headers);
    const text = find(path);
    if (text === undefined) return NOT_FOUND;
    const script = { representation: representationOf(text), cacheControl: STATIC_CACHE };
    const variants = withHeaders(script, headers);
    packed.set(path, variants);
    return selectVariant(variants, request.headers);
  };
}

/** Scripts of our own pages, by the names of their files. */
const PAGE_SCRIPTS = ["copy.js", "document.js", "home.js"];

export const pageScripts: Endpoint = {
  path: "/assets/{file}",
  pattern: /^\/assets\/[\w-]+\.js$/,
  group: "page",
  responder: ({ scripts }) => {
    const find = (path: string) => {
      const name = PAGE_SCRIPTS.find((script) => path === `/assets/${script}`);
      return name && scripts.get(name);
    };
    return scriptResponder(find, { contentType: JAVASCRIPT });
  },
};
