/**
 * `/openapi.json`, which the build creates, and `/llms.txt`: what a language model should know before using the API.
 */
import type { FastifyInstance } from "fastify";
import { QUOTA } from "../../domain/limits.js";
import { addressOf, type Site } from "../../pages/site.js";
import { constantRoute, type Doc, type Edge, TAGS, type Tag } from "../edge.js";
import { JSON_TYPE, TEXT_TYPE } from "../responses.js";
import { MCP_PATH } from "./mcp.js";

/** Placeholder for the site's address in the built description. */
export const DESCRIBED_ADDRESS = "https://peak.example";

const DOC: Doc = {
  id: "openapi",
  tag: "service",
  summary: "The API as an OpenAPI 3.1 document",
  description: "This document. It changes only with a new version of the service or its settings.",
};
const LLMS_DOC: Doc = {
  id: "llms",
  tag: "service",
  summary: "A guide to this service for language models, in Markdown",
  description:
    "What a model should know before it uses the API, and every path with a short summary, in the format of " +
    "llmstxt.org.",
  type: "text/plain",
};

/** @param description the description of a made-up site, as JSON */
export function openapiRoutes(app: FastifyInstance, edge: Edge, description: string): void {
  const { site } = edge;
  constantRoute(app, edge, "/openapi.json", DOC, () => {
    const { info, ...rest } = JSON.parse(description.replaceAll(DESCRIBED_ADDRESS, addressOf(site, "")));
    const siteInfo = { ...info, title: site.indexName, contact: { ...info.contact, name: site.siteName } };
    return { type: JSON_TYPE, body: JSON.stringify({ ...rest, info: siteInfo }) };
  });
  constantRoute(app, edge, "/llms.txt", LLMS_DOC, () => ({ type: TEXT_TYPE, body: markdown(site, app.docs) }));
}

/** The headings of openapi.json's sections in `/llms.txt`. */
const HEADINGS: Readonly<Record<Tag, string>> = {
  score: "The score",
  data: "More data",
  pro: "With a key in the header X-NHCI-API-Key",
  embeds: "Pictures and widgets",
  service: "The service",
  health: "For the operator",
};

/** What API Pro offers, or will offer. */
function proText({ apiPro }: Site): string {
  const offer = "the full history since 2017, personal keys and higher limits";
  return apiPro ? `API Pro has ${offer}.` : `Coming soon, API Pro: ${offer}.`;
}

/** In the format of llmstxt.org. */
function markdown(site: Site, docs: ReadonlyMap<string, Doc>): string {
  const { indexName, siteName, hasMcp } = site;
  const at = (path: string) => addressOf(site, path);
  const sections = TAGS.flatMap((tag) => {
    const own = [...docs].filter(([path, doc]) => doc.tag === tag && !path.startsWith("/sandbox/"));
    const lines = own.map(([path, { summary }]) => `- [${path}](${at(path)}): ${summary}`);
    return own.length === 0 ? [] : [`## ${HEADINGS[tag]}\n\n${lines.join("\n")}\n`];
  });
  return `# ${indexName}

> Where Bitcoin is in its market cycle: a score from 0 (bottom) to 100 (peak), recomputed every hour, with a \
phase, a signal
> and two warning flags. By ${siteName}. Free, read-only JSON; no key needed.

Get the current score from \`${at("/api/public/nhci")}\`. Read \`btc.score\`, \
\`btc.phase\`, \`btc.signal\` and \`btc.updated_at\`.

- When \`btc.stale\` is true, the score is older than two hours: say so, and say when it was computed.
- The score and its history share a limit of ${QUOTA} requests per minute and address. \
After a 429, wait \`Retry-After\` seconds.
- The score is computed from public data by [a published method](${at("/method")}). \
It is neither a forecast nor advice. Do not present it as either.
- Credit the source: "${indexName} by ${siteName}", with a link to ${at("/")}.
- The history has the last 30 days. ${proText(site)}
- The history is a signed hash chain; published rows never change. Corrections are published in a separate list.
- How often the score was right in the past, misses included: ${at("/api/public/nhci/record")}. \
Read it before you draw a conclusion from the score.
${hasMcp ? `- Agents can use it as tools: ${at(MCP_PATH)} speaks the Model Context Protocol over HTTP.\n` : ""}\
- Below ${at("/sandbox")} the same paths return made-up states, for tests. Their numbers are not real.

${sections.join("\n")}`;
}
