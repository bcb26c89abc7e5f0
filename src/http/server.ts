import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { callerOf } from "./caller.js";
import { answerClientFault } from "./client-faults.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { drain } from "./drain.js";
import { fastLane } from "./fast-lane.js";
import { gate } from "./gate.js";
import { guardedServer } from "./guarded-server.js";
import type { HttpDeps } from "./http-deps.js";
import { listen } from "./listen.js";
import { NO_SCHEMAS } from "./no-schemas.js";
import { BAD_REQUEST } from "./problems.js";
import { answerWith } from "./routes/answer-with.js";
import { routes } from "./routes/routes.js";

export interface HttpServer {
  /** Starts to accept. @throws ConfigError when address or port cannot be used */
  listen(): Promise<AddressInfo>;
  /** Stops accepting and lets requests under way finish, for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

/**
 * The public side of the service. The gate stands before the router, so that the two public resources cost no more
 * than the limiter and one write.
 */
export async function createHttpServer(deps: HttpDeps): Promise<HttpServer> {
  let isDraining = false;
  const lane = fastLane({ ...deps, callerOf: callerOf(deps.config.trustedProxies) });
  const app = fastify({
    logger: false,
    routerOptions: { maxParamLength: CONNECTION_LIMITS.targetLength }, // else a long path is 400 instead of 404
    clientErrorHandler: answerClientFault,
    schemaController: { compilersFactory: NO_SCHEMAS },
    serverFactory: (router) => {
      const enter = gate(lane, router);
      return guardedServer(
        (request, response) => {
          if (isDraining) response.shouldKeepAlive = false;
          enter(request, response);
        },
        deps.connectionLimits ?? CONNECTION_LIMITS,
        deps,
      );
    },
    frameworkErrors: (_error, request, reply) => answerWith(request, reply, BAD_REQUEST),
  });
  routes(app, deps);
  await app.ready();
  const server: Server = app.server;
  return {
    listen: () => listen(server, deps.config),
    async close(withinMs) {
      isDraining = true;
      await drain(server, withinMs);
      await app.close();
    },
  };
}
