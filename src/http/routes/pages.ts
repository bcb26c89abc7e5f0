import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language } from "../../chart/locale.js";
import { ATTRIBUTION_PAGE_STYLE, attributionPage } from "../../site/attribution.js";
import { DOCS_PAGE_STYLE, docsPage } from "../../site/docs.js";
import { EMBED_PAGE_STYLE, embedPage } from "../../site/embed.js";
import { pagePath } from "../../site/site.js";
import { type Answer, choose } from "../answer.js";
import type { HttpDeps } from "../http-deps.js";
import { apiReference } from "../schemas/api-reference.js";
import { answerWith } from "./answer-with.js";
import { fileRoutes } from "./files.js";
import { homeAnswers } from "./home.js";
import { pageManner } from "./page-manner.js";
import { steadyAnswer } from "./steady.js";

export type PageDeps = Pick<HttpDeps, "config" | "answers" | "clock" | "sources" | "scripts">;

/** The pages for people, in every language, and the files that belong to them. */
export function pageRoutes(app: FastifyInstance, deps: PageDeps): void {
  const home = homeAnswers(deps);
  const serve = (path: string, answer: () => Answer) =>
    app.get(path, (request, reply) => answerWith(request, reply, choose(answer(), request.headers)));
  for (const language of LANGUAGES) {
    const { embed, docs, attribution } = steadyPages(deps, language);
    serve(pagePath("home", language), () => home(language));
    serve(pagePath("embed", language), embed);
    serve(pagePath("docs", language), docs);
    serve(pagePath("attribution", language), attribution);
  }
  fileRoutes(app, deps);
}

/** The page about embedding shows the widgets themselves, the one about the API asks it. */
const EMBED_MANNER = pageManner(EMBED_PAGE_STYLE, { scripts: true, requests: true, frames: true, pictures: true });
const DOCS_MANNER = pageManner(DOCS_PAGE_STYLE, { scripts: true, requests: true });
const ATTRIBUTION_MANNER = pageManner(ATTRIBUTION_PAGE_STYLE);

function steadyPages({ config, sources, scripts }: PageDeps, language: Language) {
  return {
    embed: steadyAnswer(EMBED_MANNER, () => embedPage(config, language, scripts.code)),
    docs: steadyAnswer(DOCS_MANNER, () => docsPage(config, language, apiReference())),
    attribution: steadyAnswer(ATTRIBUTION_MANNER, () => attributionPage(config, language, sources)),
  };
}
