/** The routes of both the site and every sandbox scene. */
import type { FastifyInstance } from "fastify";
import type { Edge } from "../edge.js";
import { currentRoute } from "./current.js";
import { embedCycleRoute } from "./embed-cycle.js";
import { embedDataRoute } from "./embed-data.js";
import { feedRoutes } from "./feeds.js";
import { frameRoute } from "./frame.js";
import { historyRoute } from "./history.js";
import { historyCsvRoute } from "./history-csv.js";
import { metaRoute } from "./meta.js";
import { pictureRoutes } from "./pictures.js";
import { proHistoryRoutes } from "./pro-history.js";
import { proofRoutes } from "./proof.js";
import { recordRoute } from "./record.js";
import { revisionsRoute } from "./revisions.js";
import { scoreTextRoute } from "./score-text.js";
import { widgetScriptRoutes } from "./scripts.js";

export function dataRoutes(app: FastifyInstance, edge: Edge): void {
  currentRoute(app, edge);
  historyRoute(app, edge);
  metaRoute(app, edge);
  recordRoute(app, edge);
  revisionsRoute(app, edge);
  historyCsvRoute(app, edge);
  scoreTextRoute(app, edge);
  feedRoutes(app, edge);
  proofRoutes(app, edge);
  embedDataRoute(app, edge);
  embedCycleRoute(app, edge);
  frameRoute(app, edge);
  pictureRoutes(app, edge);
  widgetScriptRoutes(app, edge);
  if (edge.site.apiPro) proHistoryRoutes(app, edge);
}
