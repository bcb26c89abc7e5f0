/** The scripts for other people's pages, and those of our own pages. */
import type { FastifyInstance } from "fastify";
import { STATIC_CACHE, STATIC_SECONDS } from "../cache-control.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import type { Edge } from "../edge.js";
import { BADGE_SCRIPT, CHART_SCRIPT } from "../embed-scripts.js";

const TYPE = "text/javascript; charset=utf-8";

/** Kept for an hour, so that every page gets a correction the same day. */
export function scripts(app: FastifyInstance, { scripts: texts, made }: Edge): void {
  for (const [name, doc] of [
    [CHART_SCRIPT, { ...COMMON, id: "chartScript", summary: "Script of the chart" }],
    [BADGE_SCRIPT, { ...COMMON, id: "badgeScript", summary: "Script of the badge" }],
  ] as const) {
    app.get(`/embed/${name}`, { config: { group: "embed", doc } }, (request, reply) =>
      made.respond(request, reply, STATIC_CACHE, {
        shows: [],
        make: () => ({ type: TYPE, body: texts.get(name) ?? "", headers: CROSS_ORIGIN_RESOURCE }),
      }),
    );
  }
  for (const name of PAGE_SCRIPTS) {
    app.get(`/assets/${name}`, { config: { group: "page" } }, (request, reply) =>
      made.respond(request, reply, STATIC_CACHE, {
        shows: [],
        make: () => ({ type: TYPE, body: texts.get(name) ?? "" }),
      }),
    );
  }
}

const PAGE_SCRIPTS = ["copy.js", "document.js", "home.js"];

const COMMON = { tag: "embeds", maxAge: STATIC_SECONDS, type: "text/javascript" } as const;
