import { LANGUAGES } from "../../chart/locale.js";
import { SIZES, THEMES } from "../../chart/pictures.js";
import { PATHS } from "../paths.js";
import { CURRENT_EXAMPLE, HISTORY_EXAMPLE } from "./examples.js";
import { HEADERS, RESPONSES, schemas, success } from "./openapi-answers.js";
import { dataPaths } from "./openapi-data.js";
import { choice, get, inPath, ref, response } from "./openapi-parts.js";

/** Who publishes the interface, and where. */
export interface OpenapiSite {
  readonly indexName: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** Of the program. */
  readonly version: string;
}

/** The public interface as an OpenAPI 3.1 document. */
export function openapi({ indexName, address, version }: OpenapiSite): unknown {
  return {
    openapi: "3.1.0",
    info: {
      title: indexName,
      version,
      summary: "Where Bitcoin stands in its cycle, from 0 to 100.",
      description:
        "Free, without a key, open to every origin. 20 requests in any 60 seconds per address, both endpoints of the score together; everything else is not metered. Whoever shows a score names the index and the site.",
    },
    servers: [{ url: address }],
    tags: [{ name: "score" }, { name: "data" }, { name: "embeds" }, { name: "service" }],
    paths: { ...scorePaths(), ...dataPaths(), ...embedPaths(), ...servicePaths() },
    components: { schemas: schemas(), headers: HEADERS, responses: RESPONSES },
  };
}

function scorePaths() {
  const answers = (schema: string, example: unknown) => ({
    200: success("the answer", "application/json", ref(schema), example),
    304: response("NotModified"),
    429: response("TooManyRequests"),
    503: response("NotReady"),
  });
  return {
    [PATHS.current]: get("score", "current", "The score now, and market figures", {
      responses: answers("CurrentReply", CURRENT_EXAMPLE),
    }),
    [PATHS.history]: get("score", "history", "The last 30 daily rows", {
      responses: answers("HistoryReply", HISTORY_EXAMPLE),
    }),
  };
}

const SIZE = choice("size", SIZES, "md");
const THEME = choice("theme", THEMES, "light");
const LANG = choice("lang", LANGUAGES, "en");

function embedPaths() {
  const text = { type: "string" };
  const bytes = {};
  const answers = (description: string, type: string, schema: unknown) => ({
    200: success(description, type, schema),
    304: response("NotModified"),
  });
  const script = (id: string, what: string) =>
    get("embeds", id, what, { responses: answers("a script", "text/javascript", text) });
  const svg = (id: string, what: string) =>
    get("embeds", id, what, {
      parameters: [SIZE, THEME, LANG],
      responses: answers("a picture", "image/svg+xml", text),
    });
  const png = (id: string, what: string, parameters: readonly unknown[]) =>
    get("embeds", id, what, {
      parameters,
      responses: { ...answers("a picture", "image/png", bytes), 503: response("NotReady") },
    });
  const pngTheme = choice("theme", ["light", "dark"], "light");
  return {
    [PATHS.chartScript]: script("chartScript", "Script of the chart, newest version"),
    [PATHS.badgeScript]: script("badgeScript", "Script of the badge, newest version"),
    "/embed/{version}/{file}": get("embeds", "keptScript", "A script of one version; its bytes never change", {
      parameters: [inPath("version"), inPath("file")],
      responses: answers("a script", "text/javascript", text),
    }),
    [PATHS.frame]: get("embeds", "frame", "Page for an iframe", {
      parameters: [choice("theme", THEMES, "auto"), LANG],
      responses: answers("a page", "text/html", text),
    }),
    [PATHS.badgeSvg]: svg("badgeSvg", "Badge as SVG"),
    [PATHS.badgePng]: png("badgePng", "Badge as PNG", [SIZE, pngTheme, LANG]),
    [PATHS.chartSvg]: svg("chartSvg", "Chart as SVG"),
    [PATHS.chartPng]: png("chartPng", "Chart as PNG", [SIZE, pngTheme, LANG]),
    [PATHS.card]: png("card", "Picture for shared links, 1200 x 630", [LANG]),
  };
}

function servicePaths() {
  const health = { 200: success("fine", "application/json", ref("HealthReply")) };
  return {
    [PATHS.oembed]: get("embeds", "oembed", "oEmbed for addresses of this site", {
      parameters: [
        { name: "url", in: "query", required: true, schema: { type: "string", format: "uri" } },
        choice("format", ["json", "xml"], "json"),
        { name: "maxwidth", in: "query", schema: { type: "integer" } },
        { name: "maxheight", in: "query", schema: { type: "integer" } },
      ],
      responses: {
        200: success("an iframe to embed", "application/json", ref("OembedReply")),
        404: { description: "not an address of this site" },
        501: { description: "another format" },
      },
    }),
    [PATHS.openapi]: get("service", "openapi", "This document", {
      responses: { 200: success("OpenAPI 3.1", "application/json", { type: "object" }) },
    }),
    [PATHS.alive]: get("service", "alive", "Whether the process runs", { responses: health }),
    [PATHS.ready]: get("service", "ready", "Whether it can give a current answer", {
      responses: { ...health, 503: response("NotReady") },
    }),
  };
}
