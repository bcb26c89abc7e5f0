/** The page for iframes in other people's pages, in 15 variants: three themes in five languages. */
import { embedPath, LANGUAGES, THEMES } from "peak-cycle-drawing";
import { type FrameOptions, type FrameSite, framePage, framePolicy } from "../../pages/embed-frame.js";
import { CURRENT_SECONDS, currentCache, WAITING_CACHE } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { FRAME_SCRIPT } from "../embed-scripts.js";
import { type Endpoint, queryParameter } from "../endpoint.js";
import type { HttpConfig } from "../http-deps.js";
import { askedAsset, askedLanguage, askedTheme, queryOf } from "../query.js";
import { drawOnce } from "../render-state.js";
import {
  FAST_BROTLI,
  type Representation,
  type ResponseHeaders,
  representationOf,
  selectVariant,
  withHeaders,
} from "../response-variants.js";

const FRAME_PATH = "/embed/nhci";

interface DrawnFrame {
  readonly representation: Representation;
  readonly headers: ResponseHeaders;
}

export const frame: Endpoint = {
  path: FRAME_PATH,
  group: "embed",
  api: {
    id: "frame",
    tag: "embeds",
    summary: "Page for an iframe",
    maxAgeSeconds: CURRENT_SECONDS,
    parameters: [queryParameter("theme", THEMES, "auto"), queryParameter("lang", LANGUAGES, "en")],
    success: { description: "a page", mediaType: "text/html", schema: { type: "string" } },
  },
  responder: (deps) => {
    const { config, scripts } = deps;
    const site: FrameSite = { ...config, script: scripts.get(FRAME_SCRIPT) ?? "" };
    const draw = drawOnce<DrawnFrame>(deps);
    return ({ url = "", headers }) => {
      const asked = askedFrame(queryOf(url), config);
      const { drawing, computedAt, now } = draw(asked.path, asked.asset, (view) => ({
        representation: representationOf(framePage(site, view, asked), FAST_BROTLI),
        headers: frameHeaders(site, asked),
      }));
      const cacheControl = computedAt === undefined ? WAITING_CACHE : currentCache(computedAt, now);
      const { representation } = drawing;
      return selectVariant(withHeaders({ representation, cacheControl }, drawing.headers), headers);
    };
  },
};

/** The page that a query asks for, at the one path that stands for it. */
function askedFrame(query: URLSearchParams, config: HttpConfig): FrameOptions {
  const [theme, language, asset] = [askedTheme(query, "auto"), askedLanguage(query), askedAsset(query, config)];
  const path = embedPath({ kind: "frame", size: "md", theme, language, asset }) ?? FRAME_PATH;
  return { theme, language, asset, path };
}

/** Pages that isolate themselves show a frame only when it does the same. */
function frameHeaders(site: FrameSite, { theme }: FrameOptions): ResponseHeaders {
  return {
    contentType: "text/html; charset=utf-8",
    extra: [
      "Content-Security-Policy",
      framePolicy(site.script, theme),
      "Referrer-Policy",
      "no-referrer",
      "Cross-Origin-Embedder-Policy",
      "require-corp",
      ...CROSS_ORIGIN_RESOURCE,
    ],
  };
}
