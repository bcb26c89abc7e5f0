/** Badge, chart and whole cycle as pictures: SVG drawn here, PNG by the worker thread. */

import type { FastifyInstance } from "fastify";
import {
  ASSETS,
  isWhole,
  LANGUAGES,
  type PictureName,
  renderSvg,
  sizesOf,
  THEMES,
  variantKey,
} from "peak-cycle-drawing";
import { publisherOf } from "../../pages/site.js";
import { PICTURE_SECONDS, pictureCache } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import type { Edge } from "../edge.js";
import { NO_PICTURE, sendProblem } from "../problems.js";
import { askedPng, askedSvg, queryOf } from "../query.js";
import { choice, type Doc } from "../route-doc.js";
import { pictureNow } from "../shown/render-state.js";

/** `asset` counts where the site offers crypto as an asset. */
export const ASSET = choice("asset", ASSETS, "btc");

const PICTURES = [
  { picture: "badge", title: "Badge", parameters: [ASSET, choice("style", ["flat"])] },
  { picture: "chart", title: "Chart", parameters: [ASSET] },
  { picture: "cycle", title: "The whole cycle", parameters: [] },
] as const;

/** An SVG opened by itself is a document: it may use its own style and nothing else. */
const SVG_POLICY = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };

/**
 * Two pixels for each px, for high-density screens; `xl` is wide enough, and 1200 is what sites expect of a shared
 * link.
 */
const PNG_SCALE = 2;

/**
 * Any query selects one of a closed set of variants, each drawn at its first request after a change of what it shows.
 */
export function pictures(app: FastifyInstance, edge: Edge): void {
  const { site, made, drawPng } = edge;
  for (const { picture, title, parameters } of PICTURES) {
    const docOf = (form: "svg" | "png"): Doc => ({
      id: `${picture}${form === "svg" ? "Svg" : "Png"}`,
      tag: "embeds",
      summary: `${title} as ${form.toUpperCase()}`,
      maxAge: PICTURE_SECONDS,
      type: form === "svg" ? "image/svg+xml" : "image/png",
      parameters: [
        choice("size", sizesOf(picture), "md"),
        choice("theme", form === "svg" ? THEMES : ["light", "dark"], "light"),
        choice("lang", LANGUAGES, "en"),
        ...parameters,
      ],
      ...(form === "png" && { failures: [503] }),
    });
    app.get(`/embed/nhci-${picture}.svg`, { config: { group: "picture", doc: docOf("svg") } }, (request, reply) => {
      const variant = askedSvg(picture, queryOf(request), site);
      const { shows, view, cache } = shown(edge, picture, variant.asset);
      return made.respond(request, reply, cache, {
        variant: variantKey(variant),
        shows,
        make: () => ({
          type: "image/svg+xml; charset=utf-8",
          body: renderSvg(variant, view, publisherOf(site)),
          headers: { ...SVG_POLICY, ...CROSS_ORIGIN_RESOURCE },
        }),
      });
    });
    app.get(
      `/embed/nhci-${picture}.png`,
      { config: { group: "picture", doc: docOf("png") } },
      async (request, reply) => {
        const variant = askedPng(picture, queryOf(request), site);
        const { shows, view, cache } = shown(edge, picture, variant.asset);
        const scale = variant.size === "xl" ? 1 : PNG_SCALE;
        try {
          return await made.respond(request, reply, cache, {
            variant: variantKey(variant),
            shows,
            make: async () => ({
              type: "image/png",
              body: await drawPng(renderSvg(variant, view, publisherOf(site)), scale),
              headers: CROSS_ORIGIN_RESOURCE,
            }),
          });
        } catch {
          return sendProblem(reply, NO_PICTURE); // whoever draws has logged why
        }
      },
    );
  }
}

function shown(edge: Edge, picture: PictureName, asset: Parameters<typeof pictureNow>[1]) {
  const { shows, view, state, computedAt, now } = pictureNow(edge, asset);
  return { shows, view, cache: pictureCache(isWhole(picture, state) ? computedAt : undefined, now) };
}
