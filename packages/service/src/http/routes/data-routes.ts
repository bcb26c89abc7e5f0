/** The routes of both the site and every sandbox scene. */
import type { FastifyInstance } from "fastify";
import type { Edge } from "../edge.js";
import { current } from "./current.js";
import { embedCycle } from "./embed-cycle.js";
import { embedData } from "./embed-data.js";
import { feeds } from "./feeds.js";
import { frame } from "./frame.js";
import { history } from "./history.js";
import { historyCsv } from "./history-csv.js";
import { meta } from "./meta.js";
import { pictures } from "./pictures.js";
import { proHistory } from "./pro-history.js";
import { proof } from "./proof.js";
import { record } from "./record.js";
import { revisions } from "./revisions.js";
import { scoreText } from "./score-text.js";
import { widgetScripts } from "./scripts.js";

export function dataRoutes(app: FastifyInstance, edge: Edge): void {
  current(app, edge);
  history(app, edge);
  meta(app, edge);
  record(app, edge);
  revisions(app, edge);
  historyCsv(app, edge);
  scoreText(app, edge);
  feeds(app, edge);
  proof(app, edge);
  embedData(app, edge);
  embedCycle(app, edge);
  frame(app, edge);
  pictures(app, edge);
  widgetScripts(app, edge);
  if (edge.site.apiPro) proHistory(app, edge);
}
