/** Badge, chart and whole cycle as pictures: SVG drawn here, PNG rendered in the worker thread. */

import type { FastifyInstance } from "fastify";
import {
  hasAssets,
  type PictureName,
  renderSvg,
  type Size,
  sizesOf,
  THEMES,
  type Theme,
  type Variant,
} from "peak-cycle-drawing";
import type { Instant } from "peak-cycle-model";
import { publisherOf, type Site } from "../../pages/site.js";
import { NO_STORE, PICTURE_SECONDS, scoreCache } from "../cache-control.js";
import { clientKey } from "../client-address.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import type { Demand } from "../demand.js";
import { NotDrawnError } from "../drawing-queue.js";
import type { Doc, Edge, Parameter } from "../edge.js";
import { type PictureSource, pictureSource, pictureView } from "../picture-view.js";
import { drawnTooMuch, NO_PICTURE, type Problem, sendProblem } from "../problems.js";
import { ASSET, assetIn, type Choice, choice, choiceIn, LANGUAGE, languageIn, type Query, queryOf } from "../query.js";
import type { Content } from "../responses.js";

const STYLE: Parameter = { name: "style", in: "query", schema: { type: "string", enum: ["flat"] } };

const PICTURES = [
  { picture: "badge", title: "Badge", size: choice("size", sizesOf("badge"), "md"), own: [ASSET, STYLE] },
  { picture: "chart", title: "Chart", size: choice("size", sizesOf("chart"), "md"), own: [ASSET] },
  { picture: "cycle", title: "The whole cycle", size: choice("size", sizesOf("cycle"), "md"), own: [] },
  { picture: "share", title: "Picture for link previews, 1200 × 630 px", size: undefined, own: [] },
] as const;

/** What to use each form for. */
const FORMS = {
  svg: "Sharp at any size and a few kB; for pages and READMEs that allow SVG.",
  png: "For e-mails, chats and everything else without SVG, with two pixels per CSS pixel; drawn on its first request.",
};

/** Any query selects one of a closed set of variants, each drawn on its first request after its data changed. */
export function pictureRoutes(app: FastifyInstance, edge: Edge): void {
  for (const picture of PICTURES) for (const form of ["svg", "png"] as const) pictureRoute(app, edge, picture, form);
}

function pictureRoute(app: FastifyInstance, edge: Edge, served: (typeof PICTURES)[number], form: "svg" | "png"): void {
  const { picture, title, size, own } = served;
  // A PNG cannot follow the reader's theme.
  const theme = choice<Theme>("theme", form === "svg" ? THEMES : ["light", "dark"], "light");
  const doc: Doc = {
    id: `${picture}${form === "svg" ? "Svg" : "Png"}`,
    tag: "embeds",
    summary: `${title} as ${form.toUpperCase()}`,
    description: `${FORMS[form]} An unknown value of a parameter counts as omitted.`,
    type: form === "svg" ? "image/svg+xml" : "image/png",
    parameters: [...(size ? [size] : []), theme, LANGUAGE, ...own],
    failures: form === "svg" ? [] : [503],
  };
  app.get(`/embed/nhci-${picture}.${form}`, { config: { doc } }, (request, reply) => {
    const query = queryOf(request);
    const variant = variantOf(query, edge.site, picture, sizeFor(query, size), choiceIn(query, theme));
    const now = edge.clock.now();
    const source = pictureSource(edge.published, now);
    const sending = edge.responses.respond(request, reply, {
      cache: pictureCache(picture, source, now),
      variant: Object.values(variant).join(),
      dependsOn: Object.values(source),
      make: (demand) => drawPicture(edge, variant, form, source, demand),
      ...(form === "png" && { client: () => clientKey(request) }),
    });
    // The renderer has logged the failure.
    return form === "svg" ? sending : sending.catch((error: unknown) => sendProblem(reply, problemOf(error)));
  });
}

/** A picture without a size parameter has one size, for link previews. */
function sizeFor(query: Query, size: Choice<Size> | undefined): Size {
  return size ? choiceIn(query, size) : "xl";
}

/** An incomplete picture is not cached, because image proxies would keep it. */
function pictureCache(picture: PictureName, { score, record }: PictureSource, now: Instant): string {
  const needsRecord = picture === "cycle" || picture === "share";
  return score && (record || !needsRecord) ? scoreCache(PICTURE_SECONDS, score.computedAt, now) : NO_STORE;
}

function variantOf(query: Query, site: Site, picture: PictureName, size: Size, theme: Theme): Variant {
  const language = languageIn(query);
  const asset = hasAssets(picture) ? assetIn(query, site) : "btc";
  // The flat badge has only one size and theme.
  const isFlat = picture === "badge" && query["style"] === "flat";
  return isFlat
    ? { picture: "flat", size: "md", theme: "light", language, asset }
    : { picture, size, theme, language, asset };
}

/** An SVG opened on its own is a document; it may use its inline style and nothing else. */
const SVG_POLICY = { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" };

/** Two pixels per CSS pixel, for high-density screens; `xl` has one, since link previews expect 1200 px. */
const PNG_SCALE = 2;

async function drawPicture(
  { site, drawings, gallery }: Edge,
  variant: Variant,
  form: "svg" | "png",
  source: PictureSource,
  demand: Demand,
): Promise<Content> {
  const makeSvg = () => renderSvg(variant, pictureView(source, variant.asset), publisherOf(site));
  if (form === "svg") {
    const headers = { ...SVG_POLICY, ...CROSS_ORIGIN_RESOURCE };
    return { type: "image/svg+xml; charset=utf-8", body: makeSvg(), headers };
  }
  const scale = variant.size === "xl" ? 1 : PNG_SCALE;
  const body = await drawings.draw(gallery, demand, makeSvg, scale);
  return { type: "image/png", body, headers: CROSS_ORIGIN_RESOURCE };
}

function problemOf(error: unknown): Problem {
  const seconds = error instanceof NotDrawnError ? error.waitSeconds : undefined;
  return seconds === undefined ? NO_PICTURE : drawnTooMuch(seconds);
}
