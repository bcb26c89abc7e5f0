/** `/embed/nhci`, the page for other people's iframes, in 15 variants: three themes in five languages. */

import type { FastifyInstance } from "fastify";
import { THEMES } from "peak-cycle-drawing";
import { framePage, framePolicy } from "../../pages/embed-frame.js";
import { currentCache, WAITING_CACHE } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { pictureSource, pictureView } from "../picture-view.js";
import { ASSET, assetIn, choice, choiceIn, LANGUAGE, languageIn, queryOf } from "../query.js";
import { FRAME_SCRIPT } from "./scripts.js";

const THEME = choice("theme", THEMES, "auto");

const DOC: Doc = {
  id: "frame",
  tag: "embeds",
  summary: "Page for an iframe",
  description: "The chart with score and phase as a separate page, for sites that allow no third-party scripts.",
  type: "text/html",
  parameters: [THEME, LANGUAGE, ASSET],
};

export function frameRoute(app: FastifyInstance, edge: Edge): void {
  const { site, scripts } = edge;
  const frameSite = { ...site, script: scripts.get(FRAME_SCRIPT) ?? "" };
  cachedRoute(app, edge, "/embed/nhci", DOC, (request) => {
    const query = queryOf(request);
    const [theme, language, asset] = [choiceIn(query, THEME), languageIn(query), assetIn(query, site)];
    const now = edge.clock.now();
    const source = pictureSource(edge.published, now);
    return {
      cache: source.score ? currentCache(source.score.computedAt, now) : WAITING_CACHE,
      variant: [theme, language, asset].join(),
      dependsOn: Object.values(source),
      make: () => ({
        type: "text/html; charset=utf-8",
        body: framePage(frameSite, pictureView(source, asset), { theme, language, asset }),
        headers: {
          "content-security-policy": framePolicy(frameSite.script, theme),
          "referrer-policy": "no-referrer",
          // Cross-origin isolated pages only show frames that isolate themselves, too.
          "cross-origin-embedder-policy": "require-corp",
          ...CROSS_ORIGIN_RESOURCE,
        },
      }),
    };
  });
}
