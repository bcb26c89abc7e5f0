/** The scripts for other people's pages and for our own. */
import type { FastifyInstance } from "fastify";
import { attributionParts } from "peak-cycle-drawing";
import { ConfigError } from "../../domain/errors.js";
import { publisherOf, type Site } from "../../pages/site.js";
import { CROSS_ORIGIN_RESOURCE } from "../cors.js";
import { constantRoute, type Edge } from "../edge.js";

/** Cached for an hour, so that a fix reaches every page the same day. */
export function widgetScriptRoutes(app: FastifyInstance, edge: Edge): void {
  for (const [name, doc] of EMBED_SCRIPTS) {
    constantRoute(app, edge, `/embed/${name}`, doc, () => ({ ...script(edge, name), headers: CROSS_ORIGIN_RESOURCE }));
  }
}

export function pageScriptRoutes(app: FastifyInstance, edge: Edge): void {
  for (const name of ["copy.js", "document.js", "frames.js", "home.js"]) {
    constantRoute(app, edge, `/assets/${name}`, undefined, () => script(edge, name));
  }
}

function script({ scripts }: Edge, name: string) {
  return { type: "text/javascript; charset=utf-8", body: scripts.get(name) ?? "" };
}

const COMMON = { tag: "embeds", type: "text/javascript" } as const;

const EMBED_SCRIPTS = [
  [
    "nhci-chart.js",
    {
      ...COMMON,
      id: "chartScript",
      summary: "Script of the chart",
      description: "Include it once; it fills every element with the attribute `data-nhci-widget`. It sets no cookie.",
    },
  ],
  [
    "nhci-badge.js",
    {
      ...COMMON,
      id: "badgeScript",
      summary: "Script of the badge",
      description: "Include it once; it fills every element with the attribute `data-nhci-badge`. It sets no cookie.",
    },
  ],
] as const;

/** The script inside the page for iframes. */
export const FRAME_SCRIPT = "frame.js";

/**
 * The built scripts with this installation's publisher filled in.
 *
 * @param scripts contents by file name
 * @throws ConfigError if a script for other people's pages is missing
 */
export function embedScripts(scripts: Edge["scripts"], site: Site): Edge["scripts"] {
  const missingScripts = [...EMBED_SCRIPTS.map(([name]) => name), FRAME_SCRIPT].filter((name) => !scripts.has(name));
  if (missingScripts.length > 0) {
    throw new ConfigError([
      `the scripts for browsers are missing (${missingScripts.join(", ")}): run \`npm run build\``,
    ]);
  }
  // The last part is present if widgets may show crypto; otherwise they say that it is coming soon.
  const literal = safeLiteral([...attributionParts(publisherOf(site)), ...(site.hasCryptoAsset ? [1] : [])]);
  return new Map([...scripts].map(([name, text]) => [name, text.split(PLACE).join(literal)]));
}

/** Placeholder in a built script, replaced by the publisher. */
const PLACE = "__PEAK_PUBLISHER__";

/**
 * A value as a JavaScript literal in ASCII: it is safe inside HTML, where it cannot end a script, and has the same
 * value in a copy that a page in another encoding hosts.
 */
function safeLiteral(value: unknown): string {
  const code = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\u007f-\uffff]/g, code);
}
