import fastify from "fastify";
import { answerClientFault } from "./client-faults.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { drain } from "./drain.js";
import { guardedServer } from "./guarded-server.js";
import type { HttpDeps } from "./http-deps.js";
import { listen } from "./listen.js";
import { BAD_REQUEST, INTERNAL, NOT_FOUND } from "./problems.js";
import { answerWith } from "./routes/answer-with.js";
import { healthRoutes } from "./routes/health.js";
import type { HttpServer } from "./server.js";

/** `/healthz` and `/readyz` and nothing else: for an instance that does the jobs and answers nobody. */
export async function createHealthServer(
  deps: Pick<HttpDeps, "config" | "health" | "log" | "meters">,
): Promise<HttpServer> {
  const app = fastify({
    logger: false,
    clientErrorHandler: answerClientFault,
    serverFactory: (router) => guardedServer(router, CONNECTION_LIMITS, deps),
    frameworkErrors: (_error, request, reply) => answerWith(request, reply, BAD_REQUEST),
  });
  app.setNotFoundHandler((request, reply) => answerWith(request, reply, NOT_FOUND));
  app.setErrorHandler((error, request, reply) => {
    deps.log.error({ error }, "a request failed");
    answerWith(request, reply, INTERNAL);
  });
  healthRoutes(app, deps.health);
  await app.ready();
  return {
    listen: () => listen(app.server, deps.config),
    async close(withinMs) {
      await drain(app.server, withinMs);
      await app.close();
    },
  };
}
