/** The scripts for other people's pages, newest and by version, and those of our own pages. */
import type { StoredScript } from "../../storage/script-store.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { type Endpoint, pathParameter } from "../endpoint.js";
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

/** For bytes that never change. */
const IMMUTABLE_SECONDS = 31_536_000;
const IMMUTABLE_CACHE = `public, max-age=${IMMUTABLE_SECONDS}, immutable`;

const success = { description: "a script", mediaType: "text/javascript", schema: { type: "string" } };

/** A script for other people's pages, its newest version; an hour, so that every page gets a correction the same day. */
function newestScript(name: string, id: string, summary: string): Endpoint {
  return {
    path: `/embed/${name}`,
    group: "embed",
    api: { id, tag: "embeds", summary, maxAgeSeconds: STATIC_SECONDS, success },
    responder: ({ scripts }) =>
      scriptResponder(() => scripts.embeds.find((script) => script.name === name), STATIC_CACHE),
  };
}

export const chartScript = newestScript("nhci-chart.js", "chartScript", "Script of the chart, newest version");
export const badgeScript = newestScript("nhci-badge.js", "badgeScript", "Script of the badge, newest version");

/** Every version ever served, at a path of its own. */
export const versionedScript: Endpoint = {
  path: "/embed/{version}/{file}",
  pattern: /^\/embed\/\d[\w.+-]*\/[\w-]+\.js$/,
  group: "embed",
  api: {
    id: "keptScript",
    tag: "embeds",
    summary: "A script of one version; its bytes never change",
    maxAgeSeconds: IMMUTABLE_SECONDS,
    parameters: [pathParameter("version"), pathParameter("file")],
    success,
    others: { 404: { description: "there was no such version, or it has no such script" } },
  },
  responder: ({ scripts, published }) => {
    const isAt = (path: string) => (script: StoredScript) => `/embed/${script.version}/${script.name}` === path;
    const find = (path: string) => [...scripts.embeds, ...(published.scripts.get() ?? [])].find(isAt(path));
    return scriptResponder(find, IMMUTABLE_CACHE);
  },
};

/** Each script is compressed on the first request for it: the best brotli takes 20 ms, too long for a start. */
function scriptResponder(
  find: (path: string) => Pick<StoredScript, "body"> | undefined,
  cacheControl: string,
  headers = EMBED_HEADERS,
): Responder {
  const packed = new Map<string, ResponseVariants>();
  return (request, path) => {
    const ready = packed.get(path);
    if (ready !== undefined) return selectVariant(ready, request.headers);
    const script = find(path);
    if (script === undefined) return NOT_FOUND;
    const variants = withHeaders({ representation: representationOf(script.body), cacheControl }, headers);
    packed.set(path, variants);
    return selectVariant(variants, request.headers);
  };
}

/** Scripts of our own pages, by the names of their files. */
const PAGE_SCRIPTS = ["copy.js", "cycle.js", "follow.js"];

export const pageScripts: Endpoint = {
  path: "/assets/{file}",
  pattern: /^\/assets\/[\w-]+\.js$/,
  group: "page",
  responder: ({ scripts: { texts } }) => {
    const find = (path: string) => {
      const name = PAGE_SCRIPTS.find((script) => path === `/assets/${script}`);
      const body = name && texts.get(name);
      return body === undefined ? undefined : { body };
    };
    return scriptResponder(find, STATIC_CACHE, { contentType: JAVASCRIPT });
  },
};
