/** Badge, chart and whole cycle as pictures: SVG drawn here, PNG by the worker thread. */

import type { FastifyInstance } from "fastify";
import { ASSETS, LANGUAGES, type PictureName, renderSvg, sizesOf, THEMES, type Variant } from "peak-cycle-drawing";
import { publisherOf } from "../../pages/site.js";
import type { Content } from "../answers.js";
import { NO_STORE, PICTURE_SECONDS, scoreCache } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { choice, type Doc, type Edge, type Parameter } from "../edge.js";
import { type PictureSource, pictureSource, pictureView } from "../picture-view.js";
import { NO_PICTURE, sendProblem } from "../problems.js";
import { askedVariant, queryOf } from "../query.js";

/** `asset` counts where the site offers crypto as an asset. */
export const ASSET = choice("asset", ASSETS, "btc");

/** What openapi.json says of a picture in one form. */
function docOf(picture: PictureName, form: "svg" | "png", title: string, own: readonly Parameter[]): Doc {
  return {
    id: `${picture}${form === "svg" ? "Svg" : "Png"}`,
    tag: "embeds",
    summary: `${title} as ${form.toUpperCase()}`,
    type: form === "svg" ? "image/svg+xml" : "image/png",
    parameters: [
      choice("size", sizesOf(picture), "md"),
      choice("theme", form === "svg" ? THEMES : ["light", "dark"], "light"),
      choice("lang", LANGUAGES, "en"),
      ...own,
    ],
    failures: form === "svg" ? [] : [503],
  };
}

const PICTURES = [
  { picture: "badge", title: "Badge", parameters: [ASSET, choice("style", ["flat"])] },
  { picture: "chart", title: "Chart", parameters: [ASSET] },
  { picture: "cycle", title: "The whole cycle", parameters: [] },
] as const;

/**
 * Any query selects one of a closed set of variants, each drawn at its first request after a change of what it shows.
 */
export function pictures(app: FastifyInstance, edge: Edge): void {
  for (const { picture, title, parameters } of PICTURES) {
    for (const form of ["svg", "png"] as const) {
      const doc = docOf(picture, form, title, parameters);
      app.get(`/embed/nhci-${picture}.${form}`, { config: { doc } }, (request, reply) => {
        const variant = askedVariant(picture, form, queryOf(request), edge.site);
        const now = edge.clock.now();
        const source = pictureSource(edge.published, now);
        const { score, record } = source;
        // While it does not show all it is never cached: image proxies would keep it.
        const isAll = score !== undefined && (picture !== "cycle" || record !== undefined);
        const sent = edge.made.respond(request, reply, {
          cache: isAll ? scoreCache(PICTURE_SECONDS, score.computedAt, now) : NO_STORE,
          variant: Object.values(variant).join(),
          shows: Object.values(source),
          make: () => drawn(edge, variant, form, source),
        });
        // Whoever draws has logged why it failed.
        return form === "svg" ? sent : sent.catch(() => sendProblem(reply, NO_PICTURE));
      });
    }
  }
}

/** An SVG opened by itself is a document: it may use its own style and nothing else. */
const SVG_POLICY = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };

/**
 * Two pixels for each px, for high-density screens; `xl` is wide enough, and 1200 is what sites expect of a shared
 * link.
 */
const PNG_SCALE = 2;

async function drawn(
  { site, drawPng }: Edge,
  variant: Variant,
  form: "svg" | "png",
  source: PictureSource,
): Promise<Content> {
  const svg = renderSvg(variant, pictureView(source, variant.asset), publisherOf(site));
  if (form === "svg") {
    return { type: "image/svg+xml; charset=utf-8", body: svg, headers: { ...SVG_POLICY, ...CROSS_ORIGIN_RESOURCE } };
  }
  const scale = variant.size === "xl" ? 1 : PNG_SCALE;
  return { type: "image/png", body: await drawPng(svg, scale), headers: CROSS_ORIGIN_RESOURCE };
}
