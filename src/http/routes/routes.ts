import type { FastifyInstance } from "fastify";
import type { HttpDeps } from "../http-deps.js";
import { metaViews } from "../meta-view.js";
import { INTERNAL } from "../problems.js";
import { answerWith } from "./answer-with.js";
import { dataRoutes } from "./data/data.js";
import { embedRoutes } from "./embeds/embeds.js";
import { healthRoutes } from "./health.js";
import { missing } from "./missing.js";
import { pageRoutes } from "./pages.js";
import { reportRoutes } from "./reports.js";

/** GET and HEAD of everything but the two public resources. */
export function routes(app: FastifyInstance, deps: HttpDeps): void {
  app.setNotFoundHandler((request, reply) => answerWith(request, reply, missing(deps.config, request)));
  app.setErrorHandler((error, request, reply) => {
    deps.log.error({ error }, "a request failed");
    answerWith(request, reply, INTERNAL);
  });
  healthRoutes(app, deps.health);
  const views = metaViews(deps);
  dataRoutes(app, deps, views);
  pageRoutes(app, deps);
  reportRoutes(app, deps, views);
  embedRoutes(app, deps);
}
