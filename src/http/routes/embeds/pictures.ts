import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Publisher } from "../../../chart/attribution.js";
import { type PictureName, renderSvg, variantKey } from "../../../chart/pictures.js";
import { isStale } from "../../../domain/score.js";
import type { Clock } from "../../../operations/ports.js";
import { answerOf, choose, type Manner, plainAnswer } from "../../answer.js";
import { NO_STORE, pictureCache } from "../../cache.js";
import { CROSS_ORIGIN } from "../../cross-origin.js";
import { keptPerScene } from "../../kept-per-scene.js";
import { PATHS } from "../../paths.js";
import type { PngShelf } from "../../png-shelf.js";
import { NO_PICTURE } from "../../problems.js";
import type { PublicAnswers } from "../../public-answers.js";
import type { Ready } from "../../ready.js";
import { QUICK, type Representation, representationOf } from "../../representation.js";
import { viewOf } from "../../scene.js";
import { askedPng, askedSvg, queryOf } from "../../variants.js";
import { answerWith } from "../answer-with.js";

export interface PictureDeps {
  readonly answers: PublicAnswers;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly pngs: PngShelf;
}

/** An SVG opened by itself is a document: it may use its own style and nothing else. */
const SVG: Manner = {
  contentType: "image/svg+xml; charset=utf-8",
  also: ["Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'", ...CROSS_ORIGIN],
};

const PNG: Manner = { contentType: "image/png", also: CROSS_ORIGIN };

/** Badge, chart and share card as pictures. Whatever a query says, it chooses one of a closed set. */
export function pictureRoutes(app: FastifyInstance, deps: PictureDeps): void {
  const svg = svgOf(deps);
  const png = pngOf(deps);
  const serve = (path: string, answer: (request: FastifyRequest) => Ready) =>
    app.get(path, (request: FastifyRequest, reply: FastifyReply) => answerWith(request, reply, answer(request)));
  serve(PATHS.badgeSvg, svg("badge"));
  serve(PATHS.chartSvg, svg("chart"));
  serve(PATHS.badgePng, png("badge"));
  serve(PATHS.chartPng, png("chart"));
  serve(PATHS.card, png("card"));
}

/** SVG are drawn on the first request after a change, in about a millisecond, and kept until the next. */
function svgOf({
  answers,
  clock,
  publisher,
}: PictureDeps): (picture: PictureName) => (request: FastifyRequest) => Ready {
  const kept = keptPerScene<Representation>();
  return (picture) => (request) => {
    const variant = askedSvg(picture, queryOf(request.url));
    const scene = answers.scene();
    const now = clock.now();
    const computedAt = scene.score?.computedAt;
    const stale = computedAt !== undefined && isStale(computedAt, now);
    const representation = kept(scene, `${variantKey(variant)}.${stale}`, () =>
      representationOf(renderSvg(variant, viewOf(scene, stale), publisher), QUICK),
    );
    const content = { representation, cacheControl: pictureCache(computedAt, now) };
    return choose(answerOf(content, SVG), request.headers);
  };
}

function pngOf({ clock, pngs }: PictureDeps): (picture: PictureName) => (request: FastifyRequest) => Ready {
  return (picture) => (request) => {
    const now = clock.now();
    const png = pngs.get(askedPng(picture, queryOf(request.url)), now);
    if (png === undefined) return NO_PICTURE;
    const cacheControl = png.isStandIn ? NO_STORE : pictureCache(png.computedAt, now);
    return choose(plainAnswer(png.form, cacheControl, PNG), request.headers);
  };
}
