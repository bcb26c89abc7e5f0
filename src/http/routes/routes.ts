import type { FastifyInstance } from "fastify";
import type { HttpDeps } from "../http-deps.js";
import { INTERNAL, NOT_FOUND } from "../problems.js";
import { answerWith } from "./answer-with.js";
import { embedRoutes } from "./embeds/embeds.js";
import { healthRoutes } from "./health.js";
import { pageRoutes } from "./pages.js";

/** GET and HEAD of everything but the two public resources. */
export function routes(app: FastifyInstance, deps: HttpDeps): void {
  app.setNotFoundHandler((request, reply) => answerWith(request, reply, NOT_FOUND));
  app.setErrorHandler((error, request, reply) => {
    deps.log.error({ error }, "a request failed");
    answerWith(request, reply, INTERNAL);
  });
  healthRoutes(app, deps.health);
  pageRoutes(app, deps);
  embedRoutes(app, deps);
}
