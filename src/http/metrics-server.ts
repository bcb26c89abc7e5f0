import type { ServerResponse } from "node:http";
import type { Log, Meters } from "../operations/ports.js";
import { NO_STORE } from "./cache.js";
import { answerClientFault } from "./client-faults.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { drain } from "./drain.js";
import { guardedServer } from "./guarded-server.js";
import { answerInternal } from "./internal-fault.js";
import { listen, type Place } from "./listen.js";
import { pathOf } from "./paths.js";
import { type Ready, write } from "./ready.js";
import type { HttpServer } from "./server.js";

const PATH = "/metrics";
const PLAIN = "text/plain; charset=utf-8";

/** All figures as Prometheus reads them. */
export interface Exposition {
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

export interface MetricsServerDeps {
  readonly place: Place;
  readonly exposition: Exposition;
  readonly meters: Pick<Meters, "answered">;
  readonly log: Log;
}

/** GET and HEAD of `/metrics` and nothing else, on a port of its own. Without CORS: no page has a business here. */
export function createMetricsServer({ place, exposition, meters, log }: MetricsServerDeps): HttpServer {
  const answer = async (response: ServerResponse, isHead: boolean): Promise<void> => {
    write(response, ready(200, exposition.contentType, await exposition.text()), isHead);
  };
  const server = guardedServer(
    (request, response) => {
      const isHead = request.method === "HEAD";
      if (pathOf(request.url ?? "") !== PATH) return write(response, ready(404, PLAIN, "see /metrics\n"), isHead);
      if (request.method !== "GET" && !isHead) return write(response, OTHER_METHOD, false);
      answer(response, isHead).catch((error) => answerInternal(error, { request, response, log }));
    },
    CONNECTION_LIMITS,
    { log, meters: { answered: (_group, status) => meters.answered("metrics", status) } },
  );
  server.on("clientError", answerClientFault);
  return {
    listen: () => listen(server, place, "METRICS_"),
    close: (withinMs) => drain(server, withinMs),
  };
}

const NOT_ALLOWED = ready(405, PLAIN, "only GET and HEAD\n");
const OTHER_METHOD: Ready = { ...NOT_ALLOWED, head: [...NOT_ALLOWED.head, "Allow", "GET, HEAD"] };

/** @param body of ASCII signs only */
function ready(status: number, contentType: string, body: string): Ready {
  const length = String(body.length);
  const head = ["Content-Type", contentType, "Content-Length", length, "Cache-Control", NO_STORE];
  return { status, head, body };
}
