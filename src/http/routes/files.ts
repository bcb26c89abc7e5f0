import type { FastifyInstance } from "fastify";
import { addressOf } from "../../site/site.js";
import { type Answer, choose, JSON_MANNER, type Manner } from "../answer.js";
import type { HttpDeps } from "../http-deps.js";
import { PATHS, PATTERNS } from "../paths.js";
import { NOT_FOUND } from "../problems.js";
import { openapi } from "../schemas/openapi.js";
import { answerWith } from "./answer-with.js";
import { steadyAnswer } from "./steady.js";

const JAVASCRIPT: Manner = { contentType: "text/javascript; charset=utf-8", also: [] };

/** Scripts of our own pages, by the names of their files. */
const PAGE_SCRIPTS = ["configurator.js", "try-it.js"] as const;

export type FileDeps = Pick<HttpDeps, "config" | "scripts">;

/** What belongs to the pages: their scripts, and the interface as machines read it. */
export function fileRoutes(app: FastifyInstance, { config, scripts }: FileDeps): void {
  const files = new Map<string, () => Answer>();
  for (const name of PAGE_SCRIPTS) {
    const text = scripts.texts.get(name);
    if (text !== undefined)
      files.set(
        name,
        steadyAnswer(JAVASCRIPT, () => text),
      );
  }
  app.get<{ Params: { file: string } }>(PATTERNS.asset, (request, reply) => {
    const answer = files.get(request.params.file);
    answerWith(request, reply, answer === undefined ? NOT_FOUND : choose(answer(), request.headers));
  });
  const description = steadyAnswer(JSON_MANNER, () => {
    const version = scripts.code.version.replace(/-[0-9a-f]{8}$/, "");
    return JSON.stringify(openapi({ indexName: config.indexName, address: addressOf(config, ""), version }));
  });
  app.get(PATHS.openapi, (request, reply) => answerWith(request, reply, choose(description(), request.headers)));
}
