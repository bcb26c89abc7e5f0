import type { FastifyInstance } from "fastify";
import type { Site } from "../../../site/site.js";
import { choose, type Manner, plainAnswer } from "../../answer.js";
import { type Oembed, oembedOf, oembedXml } from "../../oembed.js";
import { PATHS } from "../../paths.js";
import { NO_URL, NOT_OURS, UNKNOWN_FORMAT } from "../../problems.js";
import { formOf } from "../../representation.js";
import { queryOf } from "../../variants.js";
import { answerWith } from "../answer-with.js";

/** It changes with the configuration. */
const CACHE = "public, max-age=3600";

const FORMATS: ReadonlyMap<string, { readonly manner: Manner; readonly write: (answer: Oembed) => string }> = new Map([
  ["json", { manner: { contentType: "application/json; charset=utf-8", also: [] }, write: JSON.stringify }],
  ["xml", { manner: { contentType: "text/xml; charset=utf-8", also: [] }, write: oembedXml }],
]);

/** Tells other sites how to embed a page of ours that one of their people has linked to. Nothing is kept. */
export function oembedRoute(app: FastifyInstance, site: Site): void {
  app.get(PATHS.oembed, (request, reply) => {
    const query = queryOf(request.url);
    const url = query.get("url");
    const format = FORMATS.get(query.get("format") ?? "json");
    if (format === undefined) return answerWith(request, reply, UNKNOWN_FORMAT);
    if (url === null || url === "") return answerWith(request, reply, NO_URL);
    const room = { width: wholeOf(query.get("maxwidth")), height: wholeOf(query.get("maxheight")) };
    const answer = oembedOf(site, url, room);
    if (answer === undefined) return answerWith(request, reply, NOT_OURS);
    const body = Buffer.from(format.write(answer));
    return answerWith(request, reply, choose(plainAnswer(formOf(body), CACHE, format.manner), request.headers));
  });
}

/** @returns `undefined` for anything but a number of px from 1 to 99999 */
function wholeOf(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}
