import type { FastifyInstance } from "fastify";
import { FRAME_SCRIPT } from "../../embed-scripts.js";
import type { HttpDeps } from "../../http-deps.js";
import { publisherOf } from "../../publisher.js";
import { frameRoute } from "./frame.js";
import { oembedRoute } from "./oembed.js";
import { pictureRoutes } from "./pictures.js";
import { scriptRoutes } from "./scripts.js";

/** Everything that stands in other people's pages. None of it is metered. */
export function embedRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { answers, clock, config, scripts } = deps;
  scriptRoutes(app, scripts, deps.kept);
  pictureRoutes(app, { answers, clock, publisher: publisherOf(config), pngs: deps.pngs });
  frameRoute(app, { answers, clock, site: { ...config, script: scripts.texts.get(FRAME_SCRIPT) ?? "" } });
  oembedRoute(app, config);
}
