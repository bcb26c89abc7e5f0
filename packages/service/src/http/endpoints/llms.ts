/** `/llms.txt`: what a language model has to know before it asks. Source of the form: llmstxt.org. */
import { addressOf } from "../../pages/site.js";
import { type Endpoint, type EndpointDeps, TAGS } from "../endpoint.js";
import { QUOTA } from "../limit/policy.js";
import { MCP_PATH } from "../mcp.js";
import { STATIC_SECONDS, staticResponder } from "../responders.js";
import { PLAIN_TEXT } from "../response-variants.js";

export const llms: Endpoint = {
  path: "/llms.txt",
  group: "extra",
  api: {
    id: "llms",
    tag: "service",
    summary: "This service for language models, in Markdown",
    maxAgeSeconds: STATIC_SECONDS,
    success: { description: "Markdown", mediaType: "text/plain", schema: { type: "string" } },
  },
  responder: (deps) => staticResponder(PLAIN_TEXT, () => markdown(deps)),
};

/** What a section of openapi.json is called here. */
const HEADINGS: Readonly<Record<(typeof TAGS)[number], string>> = {
  score: "The score",
  data: "More data",
  pro: "For holders of a key, in the header X-NHCI-API-Key",
  embeds: "Pictures and widgets",
  service: "The service",
};

function markdown({ config, endpoints }: EndpointDeps): string {
  const { indexName, siteName } = config;
  const baseUrl = addressOf(config, "");
  const sections = TAGS.filter((tag) => endpoints.some(({ api }) => api?.tag === tag)).map((tag) => {
    const linkTo = (path: string) => (path.includes("{") ? `\`${path}\`` : `[${path}](${addressOf(config, path)})`);
    const lines = endpoints.flatMap(({ path, api }) => (api?.tag === tag ? [`- ${linkTo(path)}: ${api.summary}`] : []));
    return `## ${HEADINGS[tag]}\n\n${lines.join("\n")}\n`;
  });
  return `# ${indexName}

> Where Bitcoin stands in its market cycle: a score from 0 (bottom) to 100 (peak), recomputed every hour, with a phase, a signal
> and two warning flags. By ${siteName}. Free, read-only, JSON, without a key.

Ask \`${addressOf(config, "/api/public/nhci")}\` for the score now. Read \`btc.score\`, \`btc.phase\`, \`btc.signal\` and \`btc.updated_at\`.

- When \`btc.stale\` is true the score is older than two hours: say so, and say when it was computed.
- Two paths are limited to ${QUOTA} requests a minute and address together: the score and its history${config.mcp ? `, and with them messages to ${MCP_PATH}` : ""}. After 429 wait for \`Retry-After\` seconds.
- The score is computed from public data by [a published method](${addressOf(config, "/method")}). It is no forecast and no advice. Do not present it as either.
- Name the source: "${indexName} by ${siteName}", with a link to ${addressOf(config, "/")}.
- The history is chained by hash and signed; published rows never change. Corrections are published beside them.
- What came of the score in the past, misses included, is at ${addressOf(config, "/api/public/nhci/record")}. Read it before you draw a conclusion from the score.
- An agent can have it as tools: \`npx -y peak-cycle-mcp ${baseUrl}\` speaks the Model Context Protocol over standard input and output.${config.mcp ? ` ${addressOf(config, MCP_PATH)} speaks it over HTTP.` : ""}
- Below ${addressOf(config, "/sandbox")} the same answers stand in made-up states, for tests. Their numbers are not real.
- Recipes for Home Assistant, Grafana, Prometheus, spreadsheets, Telegram, React and WordPress are in the folder docs/recipes of the npm package peak-cycle-index.

${sections.join("\n")}`;
}
