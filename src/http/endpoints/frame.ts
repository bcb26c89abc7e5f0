import { LANGUAGES } from "../../chart/locale.js";
import { THEMES, viewOf } from "../../chart/pictures.js";
import { isStale } from "../../domain/score.js";
import { type FrameOptions, type FrameSite, framePage, framePolicy } from "../../site/embed-frame.js";
import { oembedAddress } from "../../site/site.js";
import { currentCache, WAITING_CACHE } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { FRAME_SCRIPT } from "../embed-scripts.js";
import { type Endpoint, queryParameter } from "../endpoint.js";
import { renderCache } from "../memoized-response.js";
import { askedLanguage, askedTheme, frameQuery, queryOf } from "../query.js";
import {
  FAST_BROTLI,
  type Representation,
  type ResponseHeaders,
  representationOf,
  selectVariant,
  withHeaders,
} from "../response-variants.js";

/** The page for iframes in other people's pages. */
export const FRAME_PATH = "/embed/nhci";

interface Drawn {
  readonly representation: Representation;
  readonly headers: ResponseHeaders;
}

/** It is drawn on the first request after a change, one of 15 variants, and kept until the next. */
export const frame: Endpoint = {
  path: FRAME_PATH,
  group: "embed",
  api: {
    id: "frame",
    tag: "embeds",
    summary: "Page for an iframe",
    parameters: [queryParameter("theme", THEMES, "auto"), queryParameter("lang", LANGUAGES, "en")],
    success: { description: "a page", mediaType: "text/html", schema: { type: "string" } },
    others: { 304: "NotModified" },
  },
  responder: ({ data, clock, config, scripts }) => {
    const site: FrameSite = { ...config, script: scripts.texts.get(FRAME_SCRIPT) ?? "" };
    const cache = renderCache<Drawn>();
    return ({ url = "", headers }) => {
      const asked = askedFrame(queryOf(url));
      const state = data.renderState();
      const now = clock.now();
      const computedAt = state.score?.computedAt;
      const stale = computedAt !== undefined && isStale(computedAt, now);
      const drawn = cache(state, `${asked.path} ${stale}`, () => ({
        representation: representationOf(framePage(site, viewOf(state, stale), asked), FAST_BROTLI),
        headers: frameHeaders(site, asked),
      }));
      const cacheControl = computedAt === undefined ? WAITING_CACHE : currentCache(computedAt, now);
      return selectVariant(withHeaders({ representation: drawn.representation, cacheControl }, drawn.headers), headers);
    };
  },
};

function askedFrame(query: URLSearchParams): FrameOptions {
  const theme = askedTheme(query, "auto");
  const language = askedLanguage(query);
  return { theme, language, path: FRAME_PATH + frameQuery(theme, language) };
}

/** Pages that isolate themselves show a frame only when it does the same. */
function frameHeaders(site: FrameSite, { theme, path }: FrameOptions): ResponseHeaders {
  return {
    contentType: "text/html; charset=utf-8",
    extra: [
      "Content-Security-Policy",
      framePolicy(site.script, theme),
      "Link",
      `<${oembedAddress(site, path)}>; rel="alternate"; type="application/json+oembed"`,
      "Referrer-Policy",
      "no-referrer",
      "Cross-Origin-Embedder-Policy",
      "require-corp",
      ...CROSS_ORIGIN_RESOURCE,
    ],
  };
}
