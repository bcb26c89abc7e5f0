/** The servers of the service: the public site, the health checks of a worker, and metrics. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Health } from "../jobs/report-health.js";
import type { Meters } from "../metrics/meters.js";
import type { Site } from "../pages/site.js";
import type { Log } from "../platform/log.js";
import { MadeOnce } from "./answers.js";
import { clientKey } from "./client-address.js";
import type { Edge, HttpConfig } from "./edge.js";
import { type KeyCheck, limiter } from "./limit/limiter.js";
import type { RateLimit } from "./limit/policy.js";
import { NO_SCENE, NOT_FOUND, sendProblem } from "./problems.js";
import { crawlers } from "./routes/crawlers.js";
import { dataRoutes } from "./routes/data-routes.js";
import { health } from "./routes/health.js";
import { install } from "./routes/install.js";
import { mcp } from "./routes/mcp.js";
import { openapi } from "./routes/openapi.js";
import { type Documents, pages, sendMissing, wantsPage } from "./routes/pages.js";
import { proof } from "./routes/proof.js";
import { sandbox } from "./routes/sandbox.js";
import { scripts } from "./routes/scripts.js";
import { securityTxt } from "./routes/security-txt.js";
import { createServer, pathOf, type ServerOptions } from "./server.js";

/** What the public site is made with, besides what its routes share. */
export interface SiteOptions
  extends Omit<Edge, "limiter" | "made">,
    Omit<ServerOptions, "trustedProxies" | "isOpen" | "notFound"> {
  readonly limit: RateLimit;
  /** `undefined` unless `apiPro` is set. */
  readonly pro?: KeyCheck;
  readonly health: () => Promise<Health>;
  /** What the build has made: the texts of `/method` and `/docs`, and openapi.json. */
  readonly documents: Documents & { readonly openapi: string };
  /** Icons of the site, by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
}

/** More than all variants of all paths: pictures have 480, pages 100. */
const MOST_ANSWERS = 1000;

/**
 * All variants of all scenes would take 200 MB. So a client may have only so many made in a minute, and the newest are
 * kept.
 */
const MOST_SCENE_ANSWERS = 300;
const SCENE_ANSWERS_A_MINUTE = 120;

/** The public side of the service. */
export function createSite(options: SiteOptions): FastifyInstance {
  const { site, limit, pro } = options;
  const isThere = (url: string) => app.hasRoute({ method: "GET", url });
  const app = createServer({
    ...options,
    trustedProxies: site.trustedProxies,
    notFound: (request, reply) => notFound(request, reply, site, isThere),
  });
  const edge: Edge = { ...options, limiter: limiter(limit, pro), made: new MadeOnce(MOST_ANSWERS) };
  const sceneAnswers = new MadeOnce(MOST_SCENE_ANSWERS, (request) =>
    limit.take(`sandbox ${clientKey(request)}`, SCENE_ANSWERS_A_MINUTE),
  );
  dataRoutes(app, edge);
  proof(app, edge);
  openapi(app, edge, options.documents.openapi);
  securityTxt(app, edge);
  health(app, options.health);
  sandbox(app, edge, sceneAnswers);
  scripts(app, edge);
  crawlers(app, edge);
  install(app, edge, options.icons);
  pages(app, edge, options.documents);
  if (site.mcp) mcp(app, edge);
  return app;
}

/** @param isThere whether a path is one of the site's */
function notFound(request: FastifyRequest, reply: FastifyReply, site: Site, isThere: (path: string) => boolean) {
  const path = pathOf(request.url);
  // A path with a slash at its end is led on to the one without: `../embed`, never another host.
  if (path.endsWith("/") && isThere(path.slice(0, -1))) {
    return reply.redirect(`../${path.split("/").at(-2)}${request.url.slice(path.length)}`, 308);
  }
  if (path.startsWith("/sandbox/")) return sendProblem(reply, NO_SCENE);
  return wantsPage(request, path) ? sendMissing(reply, site, path) : sendProblem(reply, NOT_FOUND);
}

interface HealthOptions extends Pick<ServerOptions, "log" | "meters"> {
  readonly site: HttpConfig;
  readonly health: () => Promise<Health>;
}

/** `/healthz` and `/readyz` and nothing else: for an instance with the role `worker`. */
export function createHealthServer({ site, log, meters, health: report }: HealthOptions): FastifyInstance {
  const app = createServer({ log, meters, trustedProxies: site.trustedProxies });
  health(app, report);
  return app;
}

/** `/metrics` and nothing else, on a port of its own. Without CORS: no page needs it. */
export function createMetricsServer(
  log: Log,
  meters: Pick<Meters, "answered" | "disconnected" | "contentType" | "text">,
) {
  const app = createServer({ log, meters, isOpen: false });
  app.get("/metrics", { config: { group: "metrics" } }, async (_request, reply) =>
    reply.headers({ "content-type": meters.contentType, "cache-control": "no-store" }).send(await meters.text()),
  );
  return app;
}
