import type { ServerResponse } from "node:http";
import type { Log, Meters } from "../operations/ports.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { type HttpServer, httpServer, type ListenAddress } from "./http-server.js";
import { uncachedResponse, write } from "./prepared-response.js";
import { answerInternal } from "./problems.js";
import { pathOf } from "./router.js";

const PATH = "/metrics";
const PLAIN = "text/plain; charset=utf-8";

/** All metrics in the text format of Prometheus. */
interface Exposition {
  readonly contentType: string;
  readonly text: () => Promise<string>;
}

interface MetricsServerDeps {
  readonly address: ListenAddress;
  readonly exposition: Exposition;
  readonly meters: Pick<Meters, "answered" | "disconnected">;
  readonly log: Log;
}

/** GET and HEAD of `/metrics` and nothing else, on a port of its own. Without CORS: no page needs it. */
export function createMetricsServer({ address, exposition, meters, log }: MetricsServerDeps): HttpServer {
  const answer = async (response: ServerResponse, isHead: boolean): Promise<void> => {
    write(response, uncachedResponse(200, exposition.contentType, await exposition.text()), isHead);
  };
  const guards = {
    limits: CONNECTION_LIMITS,
    log,
    meters: { ...meters, answered: (_group: unknown, status: number) => meters.answered("metrics", status) },
    settingPrefix: "METRICS_",
  };
  return httpServer(address, guards, (request, response) => {
    const isHead = request.method === "HEAD";
    if (pathOf(request.url ?? "") !== PATH)
      return write(response, uncachedResponse(404, PLAIN, "see /metrics\n"), isHead);
    if (request.method !== "GET" && !isHead) return write(response, OTHER_METHOD, false);
    answer(response, isHead).catch((error) => answerInternal(error, { request, response, log }));
  });
}

const OTHER_METHOD = uncachedResponse(405, PLAIN, "only GET and HEAD\n", ["Allow", "GET, HEAD"]);
