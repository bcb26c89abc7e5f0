import type { FastifyInstance } from "fastify";
import type { Instant } from "../../../domain/instant.js";
import type { HttpDeps } from "../../http-deps.js";
import type { MetaView } from "../../meta-view.js";
import { PATHS } from "../../paths.js";
import { serveShown } from "../serve-shown.js";
import { chainAnswers } from "./chain.js";
import { feedAnswers } from "./feeds.js";
import { metaAnswer } from "./meta.js";
import { sheetAnswers } from "./sheets.js";

export type DataDeps = Pick<HttpDeps, "config" | "answers" | "notices" | "clock">;

/** Data besides the two public resources, whatever the query says. None of it is metered. */
export function dataRoutes(app: FastifyInstance, deps: DataDeps, views: (now: Instant) => MetaView | undefined): void {
  const chain = chainAnswers(deps);
  const feeds = feedAnswers(deps);
  const sheets = sheetAnswers(deps);
  serveShown(app, PATHS.meta, metaAnswer(deps.clock, views));
  serveShown(app, PATHS.proof, chain.proof);
  serveShown(app, PATHS.leaves, chain.leaves);
  serveShown(app, PATHS.keys, chain.keys);
  serveShown(app, PATHS.revisions, chain.revisions);
  serveShown(app, PATHS.atom, feeds.atom);
  serveShown(app, PATHS.jsonFeed, feeds.json);
  serveShown(app, PATHS.csv, sheets.csv);
  serveShown(app, PATHS.text, sheets.text);
}
