/** The servers of the service: the public site, the health checks of a worker, and metrics. */
import Fastify, { type FastifyInstance } from "fastify";
import type { Meters } from "../metrics/meters.js";
import { createBaseServer, pathOf, type ServerOptions } from "./base-server.js";
import type { Edge } from "./edge.js";
import { NO_SCENE, NOT_FOUND, sendProblem } from "./problems.js";
import { crawlerRoutes } from "./routes/crawlers.js";
import { dataRoutes } from "./routes/data-routes.js";
import { healthRoutes } from "./routes/health.js";
import { manifestRoutes } from "./routes/manifest.js";
import { mcpRoute } from "./routes/mcp.js";
import { openapiRoutes } from "./routes/openapi.js";
import { type Documents, pageRoutes, sendMissing, wantsPage } from "./routes/pages.js";
import { sandboxRoutes } from "./routes/sandbox.js";
import { pageScriptRoutes } from "./routes/scripts.js";
import { securityTxtRoute } from "./routes/security-txt.js";

/** The parts of the public site. */
export interface SiteOptions extends Edge, ServerOptions {
  /** Why this instance cannot serve current data, as a public sentence; `undefined` if it can. */
  readonly whyNotReady: () => string | undefined;
  /** Build products: the texts of `/method` and `/docs`, and openapi.json. */
  readonly documents: Documents & { readonly openapi: string };
  /** The site's icons by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
}

/** The public side of the service. */
export function createSite(options: SiteOptions): FastifyInstance {
  const { site } = options;
  const app = createBaseServer(options);
  dataRoutes(app, options);
  openapiRoutes(app, options, options.documents.openapi);
  securityTxtRoute(app, options);
  healthRoutes(app, options.whyNotReady);
  sandboxRoutes(app, options);
  pageScriptRoutes(app, options);
  crawlerRoutes(app, options);
  manifestRoutes(app, options, options.icons);
  pageRoutes(app, options, options.documents);
  if (site.hasMcp) mcpRoute(app);
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    // Redirects a path with a trailing slash to the one without, relatively (`../embed`), so never to another host.
    if (path.endsWith("/") && app.methods.has(path.slice(0, -1))) {
      return reply.redirect(`../${path.split("/").at(-2)}${request.url.slice(path.length)}`, 308);
    }
    if (path.startsWith("/sandbox/")) return sendProblem(reply, NO_SCENE);
    return wantsPage(request, path) ? sendMissing(reply, options, path) : sendProblem(reply, NOT_FOUND);
  });
  return app;
}

/** Serves only `/healthz` and `/readyz`, for an instance with the role `worker`. */
export function createHealthServer(options: ServerOptions, whyNotReady: () => string | undefined): FastifyInstance {
  const app = createBaseServer(options);
  healthRoutes(app, whyNotReady);
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, NOT_FOUND));
  return app;
}

/** Serves only `/metrics`, on a separate port and without CORS, since no page needs it. */
export function createMetricsServer(meters: Meters): FastifyInstance {
  const app = Fastify();
  app.get("/metrics", async (_request, reply) => reply.type(meters.contentType).send(await meters.text()));
  return app;
}
